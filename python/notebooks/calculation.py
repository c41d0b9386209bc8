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

# %%
import yomikiri as yk
from plotting import figure

GAMES = 40
rounds = [1, 2, 4]
searching = [yk.simulate(f"best:{count}", variant="superhuman", games=GAMES) for count in rounds]
others = {name: yk.simulate(name, variant="superhuman", games=GAMES) for name in ["heuristic", "learnt"]}
for report in [*searching, *others.values()]:
    print(f"{report['player']:<24} {report['rate']:6.1%}  ({report['low']:.1%} to {report['high']:.1%})")


# %%
def draw(axes):
    rates = [report["rate"] for report in searching]
    errors = [[report["rate"] - report["low"] for report in searching]]
    errors.append([report["high"] - report["rate"] for report in searching])
    axes.errorbar(rounds, rates, errors, marker="o", capsize=3, label="best")
    for (name, report), style in zip(others.items(), [":", "--"]):
        axes.axhline(report["rate"], color="#4d4638", linestyle=style, label=name)
    axes.set(
        title=f"Calculation with three piles: games won of {GAMES}",
        xlabel="rounds of play-outs a turn",
        ylabel="share of games won",
        xscale="log",
        ylim=(0, 1),
    )
    axes.set_xticks(rounds, rounds)
    axes.legend(frameon=False)


figure("calculation", draw)
