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
# Calculation with three waste piles, played by learnt values that are checked by more and more rounds of play-outs a
# turn (`best:N`), beside players that play nothing out. Bars are 95% intervals (Wilson); all play the same deals.
# Rounds are no axis here: the other players have none.

# %%
import os

import yomikiri as yk
from plotting import figure

GAMES = int(os.environ.get("GAMES", "40"))
players = ["heuristic", "learnt", "best:1", "best:2", "best:4"]
reports = [yk.simulate(player, variant="superhuman", games=GAMES) for player in players]
for report in reports:
    print(f"{report['player']:<24} {report['rate']:6.1%}  ({report['low']:.1%} to {report['high']:.1%})")


# %%
def draw(axes):
    rates = [100 * report["rate"] for report in reports]
    below = [100 * (report["rate"] - report["low"]) for report in reports]
    above = [100 * (report["high"] - report["rate"]) for report in reports]
    for index, mark in enumerate("sDooo"):
        errors = [[below[index]], [above[index]]]
        colour = "#0072b2" if mark == "o" else "#4d4638"
        axes.errorbar(index, rates[index], errors, marker=mark, capsize=4, color=colour)
    axes.set(
        title=f"Calculation with three piles: {GAMES} games of each player",
        xlabel="player (best:N plays N rounds of play-outs a turn)",
        ylabel="games won [%], with 95% intervals",
        ylim=(0, 100),
    )
    axes.set_xticks(range(len(players)), players)


figure("calculation", draw)
