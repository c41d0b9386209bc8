// Values out of the table of this site. The table is one file of pages, each packed by itself, of which only
// those that are asked for are fetched (range requests); a server that sends the whole file serves as well.

import { Numbering } from "./numbering.js";
import { Rules } from "./rules.js";

/** Best first: a quick win, a slow win, a draw, a slow loss, a quick loss. */
const rank = ({ wdl, plies }) => {
  if (wdl === "win") return 1000 - (plies ?? 0);
  return wdl === "draw" ? 0 : (plies ?? 0) - 1000;
};

/** What a successor's value is worth to the one who moves there. */
const before = (value) => {
  if (value === undefined) return undefined;
  const wdl = { win: "loss", draw: "draw", loss: "win" }[value.wdl];
  return { wdl, plies: value.plies === undefined || wdl === "draw" ? undefined : value.plies + 1 };
};

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Prober {
  /** `read(name, from, to)` gives the bytes of a file of the site, all of them without a range. */
  constructor(game, starts, read) {
    this.rules = new Rules(game);
    this.numbering = new Numbering(this.rules);
    this.starts = starts;
    this.read = read;
    this.pages = new Map();
    if (this.numbering.interior !== game.table.nodes) throw new Error("the table is of another game");
  }

  static async open(read) {
    const text = new TextDecoder().decode(await read("game.json"));
    const starts = await read("table.dir");
    return new Prober(JSON.parse(text), new DataView(starts.buffer, starts.byteOffset, starts.byteLength), read);
  }

  /** The unpacked page of a number; those asked for last are kept. */
  page(number) {
    let page = this.pages.get(number);
    if (!page) {
      const [from, to] = [4 * number, 4 * number + 4].map((at) => this.starts.getUint32(at, true));
      page = this.read("table.bin", from, to).then(inflated);
      this.pages.set(number, page);
      if (this.pages.size > 256) this.pages.delete(this.pages.keys().next().value);
    }
    return page;
  }

  /** The value of a position for the side to move; undefined where it is not known. */
  async value(pos) {
    const end = this.rules.result(pos);
    if (end) return end;
    const node = this.numbering.node(pos);
    if (node === undefined) return undefined;
    const { nodes_a_page: nodes, results_only: packed } = this.rules.table;
    const page = await this.page(Math.floor(node / nodes));
    const at = node % nodes;
    if (packed) return [undefined, "draw", "win", "loss"].map((wdl) => wdl && { wdl })[(page[at >> 2] >> (2 * (at & 3))) & 3];
    const stored = page[at];
    if (stored === 0) return undefined;
    if (stored === 1) return { wdl: "draw" };
    return { wdl: stored % 2 ? "win" : "loss", plies: stored - 2 };
  }

  /** The moves of a position, best first, each with its worth to the mover. */
  async moves(pos) {
    if (this.rules.result(pos)) return [];
    const moves = this.rules.moves(pos).map(async ({ name, next }) => ({ name, next, value: before(await this.value(next)) }));
    const known = ({ value }) => (value ? rank(value) : -2000);
    return (await Promise.all(moves)).sort((one, two) => known(two) - known(one));
  }
}
