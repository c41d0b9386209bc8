// Walks through random games with what an exported site has for browsers, and prints what it knows of each position:
// a line of JSON each, with the fields of `probe --json` that matter. Before that, of each path that is asked for
// besides, what is wrong with it.

import { open } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [dir, language, positions, ...paths] = process.argv.slice(2);
const { NoPosition, Prober } = await import(pathToFileURL(`${dir}/probe.js`));

// The first part of the table that is asked for does not come.
let isLost = false;

async function read(name, from, to) {
  if (from !== undefined && !isLost) {
    isLost = true;
    throw new Error("lost on the way");
  }
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

const prober = await Prober.open(read, language);
const first = await prober.look("").then(() => "", (error) => error.message);
if (first !== "lost on the way") throw new Error(`a part that did not come was told as ${first}`);
for (const path of paths) {
  const told = await prober.look(path).catch((error) => [error instanceof NoPosition, error.message]);
  console.log(JSON.stringify(told));
}
let state = 1;
const below = (bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
const seen = new Set();
for (let games = 0; seen.size < Number(positions) && games < 100000; games++) {
  // The moves from the start, or from the position before.
  for (let path = "", ply = 0; ply < 60; ply++) {
    const { position, over, value, moves } = await prober.look(path);
    if (!seen.has(position)) {
      seen.add(position);
      const told = (value) => [value?.wdl ?? null, value?.plies ?? null];
      const list = moves.map(({ name, value }) => [name, ...told(value)]).sort();
      console.log(JSON.stringify([position, ...told(value), list]));
    }
    if (over || moves.length === 0) break;
    const move = moves[below(moves.length)];
    const [next, rules] = [move.position, (await prober.look(`${path}\n${move.name}`)).position];
    if (next !== rules) throw new Error(`${position} ${move.name}: ${next} is not ${rules}`);
    path = ply % 2 ? next : `${path}\n${move.name}`;
  }
}
