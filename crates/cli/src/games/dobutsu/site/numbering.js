// The number of a position in the table: that of the program's own dense index. Seen by the side to move and
// folded by the mirror, the lions stand in one of few ways; the other kinds are nested, each by a code for where
// its one or two pieces are among the squares that the lions leave free.

const LABELS = 10;
const ABSENT = 63;

/** The codes of a kind of which there are so many pieces. */
class Pairs {
  constructor(count, promotes) {
    this.forms = promotes ? 2 : 1;
    this.code = new Map();
    this.occupied = [];
    const all = this.forms * 20 + 2;
    const states = [...Array(all).keys()];
    const pairs = count === 0 ? [[ABSENT, ABSENT]]
      : count === 1 ? states.map((one) => [one, ABSENT])
      : states.flatMap((one) => states.slice(one).map((two) => [one, two]));
    for (const [one, two] of pairs) {
      if (this.mask(one) & this.mask(two)) continue;
      this.code.set(one * 64 + two, this.occupied.length);
      this.occupied.push(this.mask(one) | this.mask(two));
    }
  }

  /** The label that a state takes. */
  mask(state) {
    return state < this.forms * 20 ? 1 << (state % LABELS) : 0;
  }

  find(states) {
    const [one, two] = [states[0] ?? ABSENT, states[1] ?? ABSENT].sort((a, b) => a - b);
    return states.length > 2 ? undefined : this.code.get(one * 64 + two);
  }
}

export class Numbering {
  constructor(rules) {
    this.rules = rules;
    this.mirrored = (square) => square - (square % rules.files) + rules.files - 1 - (square % rules.files);
    this.kinds = rules.nested.map(({ kind, count }) => ({
      kind, pairs: new Pairs(count, rules.pieces[kind].promoted !== null),
    }));
    this.lay();
    this.pairLions();
  }

  /** Where each code begins. */
  lay() {
    const [outer, middle, inner] = this.kinds.map(({ pairs }) => pairs.occupied);
    const free = new Map();
    const left = (taken) => {
      if (!free.has(taken)) free.set(taken, inner.filter((occupied) => !(occupied & taken)).length);
      return free.get(taken);
    };
    const runs = new Map();
    const run = (taken) => {
      if (runs.has(taken)) return runs.get(taken);
      let length = 0;
      const first = middle.map((occupied) => {
        if (occupied & taken) return undefined;
        length += left(taken | occupied);
        return length - left(taken | occupied);
      });
      runs.set(taken, { first, length });
      return runs.get(taken);
    };
    this.stride = 0;
    this.outerFirst = outer.map((taken) => {
      this.stride += run(taken).length;
      return this.stride - run(taken).length;
    });
    this.middleFirst = (taken, code) => run(taken).first[code];
  }

  /** Numbers the ways in which the lions stand; those in which the game goes on come first. */
  pairLions() {
    const { rules } = this;
    const squares = [...Array(rules.squares).keys()];
    const near = squares.map((square) => rules.steps({ kind: 0, promoted: false, side: 0 }, square));
    const isOpen = ([mover, enemy]) =>
      !near[mover].includes(enemy) && mover >= rules.files && enemy < rules.squares - rules.files;
    const isFirst = ([mover, enemy]) => {
      const [one, two] = [this.mirrored(mover), this.mirrored(enemy)];
      return mover < one || (mover === one && enemy <= two);
    };
    const all = squares.flatMap((mover) => squares.map((enemy) => [mover, enemy]))
      .filter(([mover, enemy]) => mover !== enemy);
    this.lions = new Map();
    let number = 0;
    for (const [mover, enemy] of all.filter((pair) => isFirst(pair) && isOpen(pair))) {
      this.lions.set(this.mirrored(mover) * 64 + this.mirrored(enemy), { number, mirror: true });
      this.lions.set(mover * 64 + enemy, { number, mirror: false });
      number++;
    }
    this.interior = number * this.stride;
  }

  /** The number of a position; undefined for one that the table has no room for. */
  node(pos) {
    const { rules } = this;
    const seen = pos.side === 0 ? pos : {
      board: pos.board.map((piece) => piece && { ...piece, side: 1 - piece.side }).reverse(),
      hands: [pos.hands[1], pos.hands[0]],
    };
    const [mover, enemy] = [rules.lion(seen, 0), rules.lion(seen, 1)];
    const pair = this.lions.get(mover * 64 + enemy);
    if (!pair) return undefined;
    const views = [pair.mirror];
    if (this.mirrored(mover) === mover && this.mirrored(enemy) === enemy) views.push(!pair.mirror);
    const indices = views.map((mirror) => this.index(seen, [mover, enemy], mirror));
    return indices.includes(undefined) ? undefined : pair.number * this.stride + Math.min(...indices);
  }

  index(pos, lions, mirror) {
    const view = (square) => (mirror ? this.mirrored(square) : square);
    const taken = lions.map(view);
    const label = (square) => square - taken.filter((lion) => lion < square).length;
    const codes = this.kinds.map(({ kind, pairs }) => {
      const states = [];
      for (const [square, piece] of pos.board.entries()) {
        if (piece?.kind === kind) states.push((piece.promoted ? 20 : 0) + piece.side * LABELS + label(view(square)));
      }
      for (const side of [0, 1]) {
        for (let held = 0; held < pos.hands[side][kind]; held++) states.push(pairs.forms * 20 + side);
      }
      return pairs.find(states);
    });
    if (codes.includes(undefined)) return undefined;
    const [outer, middle, inner] = codes;
    const byOuter = this.kinds[0].pairs.occupied[outer];
    const occupied = byOuter | this.kinds[1].pairs.occupied[middle];
    const before = this.kinds[2].pairs.occupied.slice(0, inner).filter((other) => !(other & occupied)).length;
    return this.outerFirst[outer] + this.middleFirst(byOuter, middle) + before;
  }
}
