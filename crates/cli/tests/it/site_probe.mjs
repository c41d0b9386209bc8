// Walks through random games with the JavaScript of an exported site, and prints what it knows of each position:
// a line of JSON each, with the fields of `probe --json` that matter.

import { open } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [dir, positions] = [process.argv[2], Number(process.argv[3])];
const { Prober } = await import(pathToFileURL(`${dir}/probe.js`));

async function read(name, from, to) {
  const file = await open(`${dir}/${name}`);
  try {
    if (from === undefined) return new Uint8Array(await file.readFile());
    const bytes = new Uint8Array(to - from);
    await file.read(bytes, 0, to - from, from);
    return bytes;
  } finally {
    await file.close();
  }
}

const prober = await Prober.open(read);
let state = 1;
const below = (bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
const seen = new Set();
for (let games = 0; seen.size < positions && games < 100000; games++) {
  let pos = prober.rules.parse(prober.rules.start);
  for (let ply = 0; ply < 60; ply++) {
    const position = prober.rules.show(pos);
    const moves = await prober.moves(pos);
    if (!seen.has(position)) {
      seen.add(position);
      const value = await prober.value(pos);
      const told = (value) => [value?.wdl ?? null, value?.plies ?? null];
      const list = moves.map(({ name, value }) => [name, ...told(value)]).sort();
      console.log(JSON.stringify([position, ...told(value), list]));
    }
    if (moves.length === 0) break;
    pos = moves[below(moves.length)].next;
  }
}
