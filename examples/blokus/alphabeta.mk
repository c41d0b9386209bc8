# The best move by alpha-beta search (see alphabeta.sh) in GNU make: every make looks at one position, its moves are its
# targets, and `-j` lets as many work at once as you like.
# Usage: make -f alphabeta.mk -j 4 DIR=MOUNT/66t0 [PLIES=2]
# The answer goes to standard output; before it, to standard error, go what it is worth, the window, and the answer.
ifndef DIR
$(error DIR=... was expected, a directory of the mount)
endif
PLIES := 2
# Whether another make asks: then the answer is not a move but what the position is worth to its side to move.
BELOW :=
ALPHA := -99999
BETA := 99999
self := $(lastword $(MAKEFILE_LIST))
export LC_ALL := C
MAKEFLAGS += --silent --no-print-directory
moves := $(sort $(notdir $(patsubst %/,%,$(wildcard $(DIR)/*/))))

ifeq ($(and $(filter-out 0,$(PLIES)),$(moves)),)
# Far enough, or the game is over.
search: ; cat $(DIR)/value

else ifeq ($(PLIES)$(BELOW),1yes)
# The moves with what they are worth, best first.
search: ; read -r best value < $(DIR)/moves; echo $$value

else
# What is known so far: the best move's worth, alpha, beta, the best move.
known := $(shell mktemp)
$(shell echo -99999 $(ALPHA) $(BETA) ---- > $(known))
fewer := $(shell echo $$(($(PLIES) - 1)))

search: $(moves)
	read -r value alpha beta best < $(known); rm $(known); \
	if [ $(BELOW) ]; then echo $$value; else echo $$value $$alpha $$beta $$best >&2; echo $$best; fi

.PHONY: search $(moves)
# A move that is worth as much as the best is looked at to the end (the window is wider by one), so that of equals the
# first in the order of codes is the answer, whichever is done first.
$(moves):
	read -r value alpha beta best < $(known); [ $$alpha -lt $$beta ] || exit 0; \
	left=$$($(MAKE) -f $(self) DIR=$(DIR)/$@ PLIES=$(fewer) BELOW=yes ALPHA=$$((-beta)) BETA=$$((1 - alpha))) || exit; \
	until mkdir $(known).lock 2> /dev/null; do sleep 0.01; done; \
	read -r value alpha beta best < $(known); worth=$$((-left)); \
	if [ $$worth -gt $$value ] || { [ $$worth -eq $$value ] && expr x$@ \< x$$best > /dev/null; }; then \
	    echo $$worth $$((worth > alpha ? worth : alpha)) $$beta $@ > $(known); \
	fi; \
	rmdir $(known).lock
endif
