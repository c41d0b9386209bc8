# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # How long do the winners need?
#
# Every position of Dobutsu Shogi with lions and chicks alone, by the plies to its end under best play. The game is
# small enough to walk through in Python; with `dobutsu` and a sample of positions the same picture takes a minute.

# %%
from collections import Counter

import yomikiri as yk
from plotting import figure

game = yk.Game("dobutsu-chicks")
table = yk.solve(game)
table.counts

# %% [markdown]
# All positions that can be reached, in both mirror images.

# %%
seen, waiting = {game.start()}, [game.start()]
while waiting:
    position = waiting.pop()
    for move in position.moves():
        after = position.play(move)
        if after not in seen:
            seen.add(after)
            waiting.append(after)
going_on = [str(position) for position in seen if position.result is None]
results, plies = table.probe_many(going_on)
print(f"{len(seen):,} positions, {len(going_on):,} of them not over")

# %%
wins = Counter(plies[results == 1].tolist())
losses = Counter(plies[results == -1].tolist())
draws = int((results == 0).sum())
print(f"{sum(wins.values()):,} won, {draws:,} drawn, {sum(losses.values()):,} lost")


# %%
def draw(axes):
    axes.bar(wins.keys(), wins.values(), color="#0072b2", label="won")
    axes.bar(losses.keys(), losses.values(), color="#e69f00", hatch="//", label="lost")
    axes.set(
        title="Dobutsu Shogi with lions and chicks: how far the end is",
        xlabel="distance to the end under best play [plies]",
        ylabel="number of positions",
        yscale="log",
    )
    axes.legend(frameon=False)


figure("distances", draw)
