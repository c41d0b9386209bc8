// Values out of the table of this site. The table is one file of pages, each packed by itself, of which only
// those that are asked for are fetched (range requests); a server that sends the whole file serves as well.
//
// Rules, numbers of positions and what the bytes of the table mean are the program's own, compiled for browsers
// (crates/site-probe). A position is asked for by a path: a line with it in SFEN, empty for the start of the game,
// and a line for each move from there.

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What is wrong with a path. */
export class NoPosition extends Error {}

export class Prober {
  constructor(game, starts, read, module) {
    Object.assign(this, { game, starts, read, module });
    this.pages = new Map();
  }

  /**
   * `read(name, from, to)` gives the bytes of a file of the site, all of them without a range; what is wrong with a
   * path is told in a language.
   */
  static async open(read, language) {
    const [text, starts, module] = await Promise.all(["game.json", "table.dir", "probe.wasm.deflate"].map((name) => read(name)));
    const game = JSON.parse(new TextDecoder().decode(text));
    // Of bytes: many hosts give the module a type that `instantiateStreaming` refuses, and here it is packed.
    const { instance } = await WebAssembly.instantiate(await inflated(module));
    const directory = new DataView(starts.buffer, starts.byteOffset, starts.byteLength);
    const prober = new Prober(game, directory, read, instance.exports);
    prober.ask("open", language, game.rules);
    return prober;
  }

  /** The answer to a question, a text and bytes behind it; throws a sentence where there is none. */
  ask(name, text, bytes = []) {
    const words = new TextEncoder().encode(text);
    const room = this.module.probe_input(words.length + bytes.length);
    const input = new Uint8Array(this.module.memory.buffer, room, words.length + bytes.length);
    input.set(words);
    input.set(bytes, words.length);
    const isAnswer = this.module[`probe_${name}`](words.length);
    const [from, size] = [this.module.probe_output(), this.module.probe_output_length()];
    const answer = new TextDecoder().decode(new Uint8Array(this.module.memory.buffer, from, size));
    if (!isAnswer) throw new NoPosition(answer);
    return JSON.parse(answer);
  }

  /** The unpacked page of a number; those asked for last are kept. */
  page(number) {
    let page = this.pages.get(number);
    if (!page) {
      const [from, to] = [4 * number, 4 * number + 4].map((at) => this.starts.getUint32(at, true));
      page = this.read("table.bin", from, to).then(inflated);
      this.pages.set(number, page);
      // A page that did not come is asked for again.
      page.catch(() => this.pages.delete(number));
      if (this.pages.size > 256) this.pages.delete(this.pages.keys().next().value);
    }
    return page;
  }

  /** The position at a path, its value, and its moves, best first, each with its worth to the mover. */
  async look(path) {
    const places = this.ask("places", path);
    const pages = await Promise.all(places.map((place) => place && this.page(place[0])));
    return this.ask("look", path, places.map((place, at) => (place ? pages[at][place[1]] : 0)));
  }
}
