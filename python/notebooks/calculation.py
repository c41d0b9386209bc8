# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Calculation: what does looking ahead gain?
#
# The solitaire Calculation, played by Monte-Carlo tree search with more and more simulations a move, beside players
# that do not search. Bars are 95% intervals (Wilson); the deals are the same for all.

# %%
import yomikiri as yk
from plotting import figure

GAMES = 100
budgets = [1, 4, 16]
searching = [yk.simulate(f"mcts:{budget},playout=greedy", games=GAMES) for budget in budgets]
others = {name: yk.simulate(name, games=GAMES) for name in ["greedy", "heuristic", "learnt"]}
for report in [*searching, *others.values()]:
    print(f"{report['player']:<24} {report['rate']:6.1%}  ({report['low']:.1%} to {report['high']:.1%})")


# %%
def draw(axes):
    rates = [report["rate"] for report in searching]
    errors = [[report["rate"] - report["low"] for report in searching]]
    errors.append([report["high"] - report["rate"] for report in searching])
    axes.errorbar(budgets, rates, errors, marker="o", capsize=3, label="tree search")
    for (name, report), style in zip(others.items(), [":", "--", "-."]):
        axes.axhline(report["rate"], color="#4d4638", linestyle=style, label=name)
    axes.set(
        title=f"Calculation: games won of {GAMES}",
        xlabel="simulations a move",
        ylabel="share of games won",
        xscale="log",
        ylim=(0, 1),
    )
    axes.set_xticks(budgets, budgets)
    axes.legend(frameon=False)


figure("calculation", draw)
