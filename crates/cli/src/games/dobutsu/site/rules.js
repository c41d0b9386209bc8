// The rules of the game of this site, as its description (game.json) tells them: a board of few squares, pieces
// that step, promotion that is forced, a game that ends where a lion can be taken or has come through.

/** What is 0 for the first player is 1 for the second, and the other way round. */
const other = (side) => 1 - side;

export class Rules {
  constructor(game) {
    Object.assign(this, game);
    this.squares = this.files * this.ranks;
  }

  /** The name of a square: files count from the right, ranks are letters from the top. */
  name(square) {
    const [file, rank] = [square % this.files, Math.floor(square / this.files)];
    return String(this.files - file) + String.fromCharCode(97 + rank);
  }

  /** The letter of a piece; upper case is the first player's. */
  letter({ kind, promoted, side }) {
    const piece = this.pieces[kind];
    const letter = promoted ? piece.promoted.letter : piece.letter;
    return side === 0 ? letter : letter.toLowerCase();
  }

  /** The piece of a letter. */
  piece(letter) {
    const side = letter === letter.toUpperCase() ? 0 : 1;
    for (const [kind, piece] of this.pieces.entries()) {
      for (const promoted of [false, true]) {
        const face = promoted ? piece.promoted : piece;
        if (face && face.letter === letter.toUpperCase()) return { kind, promoted, side };
      }
    }
    throw new Error(`no piece ${letter}`);
  }

  /** Reads SFEN. */
  parse(text) {
    const [rows, side, hands] = text.trim().split(/\s+/);
    const pos = { board: [], hands: [0, 1].map(() => this.pieces.map(() => 0)), side: side === "b" ? 0 : 1 };
    for (const row of rows.split("/")) {
      for (const letter of row) {
        if (letter >= "1" && letter <= "9") pos.board.push(...Array(Number(letter)).fill(null));
        else pos.board.push(this.piece(letter));
      }
    }
    if (pos.board.length !== this.squares || !["b", "w"].includes(side)) throw new Error(`no position: ${text}`);
    for (const [, count, letter] of (hands ?? "-").matchAll(/(\d*)([A-Za-z])/g)) {
      const { kind, side } = this.piece(letter);
      pos.hands[side][kind] += count === "" ? 1 : Number(count);
    }
    for (const side of [0, 1]) if (this.lion(pos, side) < 0) throw new Error(`no position: ${text}`);
    return pos;
  }

  /** Writes SFEN. */
  show(pos) {
    const rows = [];
    for (let rank = 0; rank < this.ranks; rank++) {
      let row = "", gap = 0;
      for (const piece of pos.board.slice(rank * this.files, (rank + 1) * this.files)) {
        if (!piece) { gap++; continue; }
        row += (gap || "") + this.letter(piece);
        gap = 0;
      }
      rows.push(row + (gap || ""));
    }
    let hands = "";
    for (const side of [0, 1]) {
      for (const kind of this.hand_order) {
        const count = pos.hands[side][kind];
        if (count > 0) hands += (count > 1 ? count : "") + this.letter({ kind, promoted: false, side });
      }
    }
    return `${rows.join("/")} ${pos.side === 0 ? "b" : "w"} ${hands || "-"}`;
  }

  lion(pos, side) {
    return pos.board.findIndex((piece) => piece && piece.kind === 0 && piece.side === side);
  }

  /** The squares that the piece on a square attacks. */
  steps(piece, square) {
    const face = piece.promoted ? this.pieces[piece.kind].promoted : this.pieces[piece.kind];
    const [file, rank] = [square % this.files, Math.floor(square / this.files)];
    const turn = piece.side === 0 ? 1 : -1;
    return face.steps
      .map(([right, ahead]) => [file + turn * right, rank - turn * ahead])
      .filter(([file, rank]) => file >= 0 && file < this.files && rank >= 0 && rank < this.ranks)
      .map(([file, rank]) => rank * this.files + file);
  }

  /** Whether a square is among the last ranks that a side can come to. */
  isFar(square, side, ranks) {
    const rank = Math.floor(square / this.files);
    return side === 0 ? rank < ranks : rank >= this.ranks - ranks;
  }

  /** How the game has ended for the side to move, if it has: its value. */
  result(pos) {
    const lion = this.lion(pos, other(pos.side));
    const takes = pos.board.some((piece, square) =>
      piece && piece.side === pos.side && this.steps(piece, square).includes(lion));
    if (takes) return { wdl: "win", plies: 1 };
    return this.isFar(lion, other(pos.side), this.try_ranks) ? { wdl: "loss", plies: 0 } : null;
  }

  /** The moves with the positions that they lead to. */
  moves(pos) {
    const moves = [];
    for (const [from, piece] of pos.board.entries()) {
      if (!piece || piece.side !== pos.side) continue;
      for (const to of this.steps(piece, from)) {
        const taken = pos.board[to];
        if (taken && taken.side === pos.side) continue;
        const promotes = !piece.promoted && this.pieces[piece.kind].promoted !== null
          && this.isFar(to, pos.side, this.promotion_ranks);
        const next = this.copy(pos);
        next.board[from] = null;
        next.board[to] = { ...piece, promoted: piece.promoted || promotes };
        if (taken) next.hands[pos.side][taken.kind]++;
        moves.push({ name: this.name(from) + this.name(to) + (promotes ? "+" : ""), next });
      }
    }
    for (const [kind, count] of pos.hands[pos.side].entries()) {
      if (count === 0) continue;
      for (const [to, piece] of pos.board.entries()) {
        if (piece) continue;
        const next = this.copy(pos);
        next.board[to] = { kind, promoted: false, side: pos.side };
        next.hands[pos.side][kind]--;
        moves.push({ name: `${this.pieces[kind].letter}*${this.name(to)}`, next });
      }
    }
    return moves;
  }

  copy(pos) {
    return { board: [...pos.board], hands: pos.hands.map((hand) => [...hand]), side: other(pos.side) };
  }
}
