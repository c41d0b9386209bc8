// The page of any position: its address behind the # is the path of the position, as on the other pages.

import { NoPosition, Prober } from "./probe.js";

const WORDS = {
  en: {
    first: "First player", second: "Second player", toMove: "To move", moves: "Moves, best first", start: "Start",
    win: "win", draw: "draw", loss: "loss", unknown: "?", over: "The game is over.", back: "Back one move",
    wrong: "This is no position of the game", failed: "The values cannot be looked up", hand: "In hand",
  },
  ja: {
    first: "先手", second: "後手", toMove: "手番", moves: "指し手(最善手順)", start: "開始局面",
    win: "勝ち", draw: "引き分け", loss: "負け", unknown: "不明", over: "終局です。", back: "一手戻る",
    wrong: "このゲームの局面ではありません", failed: "局面の価値を調べられません", hand: "持ち駒",
  },
};
// The language of the page that led here, or else the browser's.
const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
const language = asked.startsWith("ja") ? "ja" : "en";
const words = WORDS[language];
document.documentElement.lang = language;
if (language === "ja") document.querySelector("a.name").href = "../ja/index.html";
const CELL = 48;

async function fetched(name, from, to) {
  const headers = from === undefined ? {} : { Range: `bytes=${from}-${to - 1}` };
  const response = await fetch(new URL(name, import.meta.url), { headers });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), isWhole: response.status === 200 };
}

// Of each file that parts are asked of: the whole of it, where the host sends no parts.
const wholes = new Map();

async function read(name, from, to) {
  if (from === undefined) return (await fetched(name)).bytes;
  // The others wait for the first, so that no host sends the whole more than once.
  const first = wholes.get(name);
  if (first) return (await first)?.slice(from, to) ?? (await fetched(name, from, to)).bytes;
  const answer = fetched(name, from, to);
  const whole = answer.then(({ bytes, isWhole }) => (isWhole ? bytes : undefined));
  wholes.set(name, whole);
  // Whoever asks once more may have better luck.
  whole.catch(() => wholes.delete(name));
  const { bytes, isWhole } = await answer;
  return isWhole ? bytes.slice(from, to) : bytes;
}

/** An element with attributes and content; text is never markup. */
function element(name, attributes = {}, ...content) {
  const svg = ["svg", "g", "rect", "path", "text", "circle", "title"].includes(name);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const told = (value) =>
  value === undefined ? words.unknown : words[value.wdl] + (value.plies === undefined ? "" : ` ${value.plies}`);

function drawn({ files, ranks, faces }, pos) {
  const [width, height] = [files * CELL, ranks * CELL];
  const board = element("svg", { class: "diagram", viewBox: `0 0 ${width + 26} ${height + 26}`, role: "img" },
    element("title", {}, pos.position),
    element("rect", { class: "board", x: 2, y: 22, width, height }));
  for (let file = 0; file < files; file++) {
    board.append(element("text", { class: "name", x: file * CELL + CELL / 2, y: 16, "font-size": 15 }, String(files - file)));
    for (let rank = 0; rank < ranks; rank++) {
      board.append(element("rect", { class: "lines", x: 2 + file * CELL, y: 22 + rank * CELL, width: CELL, height: CELL }));
    }
  }
  for (let rank = 0; rank < ranks; rank++) {
    board.append(element("text", { class: "name", x: width + 14, y: 22 + rank * CELL + 29, "font-size": 15 }, String.fromCharCode(97 + rank)));
  }
  for (const [square, letter] of pos.board.entries()) {
    if (!letter) continue;
    const face = faces[letter.toUpperCase()];
    const [x, y] = [2 + (square % files) * CELL + CELL / 2, 22 + Math.floor(square / files) * CELL + CELL / 2];
    const shape = element("g", { transform: `translate(${x} ${y})${letter in faces ? "" : " rotate(180)"}` },
      element("path", { class: "piece", d: "M0 -21L14 -14L18 20H-18L-14 -14Z" }),
      element("text", { class: face.promoted ? "promoted" : "face", y: 9, "font-size": 17 }, letter.toUpperCase()));
    for (const [right, up] of face.steps) {
      shape.append(element("circle", { class: "steps", cx: right * (up > 0 ? 9 : 12), cy: 3 - up * 13, r: 2 }));
    }
    board.append(shape);
  }
  return board;
}

function hand({ faces }, pos, side) {
  const held = pos.hands[side].map(([letter, count]) =>
    (language === "ja" ? `${faces[letter].japanese}${count}` : `${count} ${faces[letter].name}`));
  return element("p", {}, `${side === 0 ? words.first : words.second}, ${words.hand}: ${held.join(", ") || "-"}`);
}

/** A part of an address, unescaped where it can be. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of an address: its position as a line of SFEN, and its moves. */
function path(parts) {
  if (parts[0] !== "sfen") return ["", ...parts].join("\n");
  // The first one: what is in hand may be named like a side.
  const [, rows, side] = /^(.*?)_([bw](?:_.*)?)$/.exec(parts[1] ?? "") ?? ["", parts[1] ?? "", ""];
  return [`${rows.replaceAll("_", "/")} ${side.replaceAll("_", " ")}`, ...parts.slice(2)].join("\n");
}

async function show(prober) {
  const main = document.querySelector("main");
  const [{ game }, { hash }] = [prober, location];
  const parts = hash.slice(1).split("/").filter((part) => part).map(decoded);
  const link = (parts) => `#${parts.map(encodeURIComponent).join("/")}`;
  let pos;
  try {
    pos = await prober.look(path(parts));
  } catch (error) {
    if (location.hash !== hash) return;
    const title = error instanceof NoPosition ? words.wrong : words.failed;
    main.replaceChildren(element("h1", {}, title), element("p", {}, error.message), element("a", { href: "#" }, words.start));
    return;
  }
  // Whoever has gone on while parts of the table were under way waits for another position.
  if (location.hash !== hash) return;
  const { value, moves } = pos;
  const rows = moves.map(({ name, value }) => element("tr", { class: value?.wdl ?? "unknown" },
    element("td", {}, element("a", { href: link([...parts, name]) }, name)), element("td", {}, told(value))));
  main.replaceChildren(
    element("h1", {}, parts.at(-1) ?? game.name),
    element("p", { class: "links" }, element("a", { href: "#" }, words.start), parts.length > 0 ? element("a", { href: link(parts.slice(0, -1)), rel: "prev" }, words.back) : ""),
    element("div", { class: "position" },
      element("section", {}, hand(game, pos, 1), drawn(game, pos), hand(game, pos, 0)),
      element("div", {},
        element("p", {}, pos.over ? words.over : `${words.toMove}: ${pos.side === 0 ? words.first : words.second}`),
        element("p", { class: `verdict ${value?.wdl ?? ""}` }, told(value)),
        element("h2", {}, words.moves),
        element("table", {}, element("tbody", {}, ...rows)))),
    element("p", { class: "line" }, pos.position));
}

try {
  const prober = await Prober.open(read, language);
  addEventListener("hashchange", () => show(prober));
  await show(prober);
} catch (error) {
  document.querySelector("main").replaceChildren(element("h1", {}, words.failed), element("p", {}, error.message));
}
