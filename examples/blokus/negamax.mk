# The best move by negamax (see negamax.sh) in GNU make: every make looks at one position, its moves are its targets, and
# `-j` lets as many work at once as you like.
# Usage: make -f negamax.mk -j 4 DIR=MOUNT/66t0 [PLIES=2]
# The answer goes to standard output, what it is worth to standard error.
ifndef DIR
$(error DIR=... was expected, a directory of the mount)
endif
PLIES := 2
# Whether another make asks: then the answer is not a move but what the position is worth to its side to move.
BELOW :=
self := $(lastword $(MAKEFILE_LIST))
export LC_ALL := C
MAKEFLAGS += --silent --no-print-directory
moves := $(sort $(notdir $(patsubst %/,%,$(wildcard $(DIR)/*/))))

ifeq ($(and $(filter-out 0,$(PLIES)),$(moves)),)
# Far enough, or the game is over.
search: ; cat $(DIR)/value

else ifeq ($(PLIES)$(BELOW),1yes)
# What the mover leaves the opponent is least in the best case.
search: ; cat $(DIR)/*/value | sort -n | { read -r left; echo $$((-left)); }

else
found := $(shell mktemp -d)
fewer := $(shell echo $$(($(PLIES) - 1)))

# One file a move tells what it leaves the opponent. Of equals the first in the order of codes is the answer.
search: $(moves)
	cd $(found) && cat ./* | sort -k 1n -k 2 | { read -r left move; rm -r $(found); \
	    if [ $(BELOW) ]; then echo $$((-left)); else echo $$((-left)) >&2; echo $$move; fi; }

.PHONY: search $(moves)
$(moves):
	left=$$($(MAKE) -f $(self) DIR=$(DIR)/$@ PLIES=$(fewer) BELOW=yes) && echo "$$left $@" > $(found)/$@
endif
