"""What the notebooks share: figures where matplotlib is installed, nothing where it is not."""

import sys
from pathlib import Path


def figure(name, draw):
    """Draws a figure and keeps it as ``name.svg``, in the directory that the script is given or beside it."""
    try:
        import matplotlib
    except ImportError:
        print(f"{name}: matplotlib is not installed; no figure")
        return
    if "ipykernel" not in sys.modules:
        matplotlib.use("svg")
    from matplotlib import pyplot

    # Letters as letters, and the same bytes whenever it is drawn: the book has these figures.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "yomikiri"})
    plot, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    draw(axes)
    axes.spines[["top", "right"]].set_visible(False)
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else Path()
    plot.savefig(directory / f"{name}.svg", metadata={"Date": None})
    print(f"{directory / name}.svg")
