# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Mating problems by length
#
# All sound problems of some sets of three pieces, by the plies of their solutions.

# %%
import yomikiri as yk
from plotting import figure

sets = ["NNN", "GGP", "GSN", "SNP"]
found = {name: yk.tsume.enumerate(name) for name in sets}
for name, enumeration in found.items():
    print(name, enumeration.problems)

# %% [markdown]
# Records are dicts: any tool for data takes them. Without Polars a dict of counts does as well.

# %%
records = [problem for enumeration in found.values() for problem in enumeration]
try:
    frame = yk.tsume.frame(records)
    print(frame.group_by("set", "plies").len().sort("set", "plies"))
except ImportError:
    print(f"{len(records)} problems; Polars is not installed")


# %%
def draw(axes):
    marks = dict(zip(sets, "os^D"))
    for name, enumeration in found.items():
        counts = {plies: count for plies, count in enumeration.problems.items() if plies > 0}
        axes.plot(counts.keys(), counts.values(), marker=marks[name], label=name)
    axes.set(
        title="Sound mating problems of three pieces",
        xlabel="length of the solution [plies]",
        ylabel="number of problems",
        yscale="log",
    )
    axes.set_xticks(sorted({plies for enumeration in found.values() for plies in enumeration.problems if plies}))
    axes.legend(title="set", frameon=False)


figure("problems", draw)

# %% [markdown]
# Are they sound by the checker too, which searches forward and knows nothing of the enumeration?

# %%
longest = sorted(records, key=lambda problem: problem["plies"])[-20:]
checked = list(yk.tsume.check(longest))
assert all(check["sound"] for check in checked)
print(longest[-1]["sfen"], *longest[-1]["line"])
