"""What the documents show, run: the Python of the book's chapter and of the README, the notebooks, the examples."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import yomikiri as yk

PACKAGE = Path(__file__).parents[1]
PAGES = [PACKAGE / "README.md", PACKAGE.parent / "docs/book/src/howto/python.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_run(page):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("module", [yk, yk.env])
def test_examples_of_docstrings_run(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried > 0


@pytest.mark.parametrize("notebook", ["distances", "problems", "calculation"])
def test_notebooks_run(notebook, tmp_path):
    script = PACKAGE / "notebooks" / f"{notebook}.py"
    # -B: nothing is left beside the sources.
    few = os.environ | {"GAMES": "4"}
    done = subprocess.run(
        [sys.executable, "-B", script, tmp_path], cwd=tmp_path, env=few, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert notebook in done.stdout
