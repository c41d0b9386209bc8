// The page of any position: its address behind the # is the path of the position, as on the other pages.

import { Prober } from "./probe.js";

const WORDS = {
  en: {
    first: "First player", second: "Second player", toMove: "To move", moves: "Moves, best first", start: "Start",
    win: "win", draw: "draw", loss: "loss", unknown: "?", over: "The game is over.", back: "Back one move",
    wrong: "This is no position of the game", position: "This position", hand: "In hand",
  },
  ja: {
    first: "先手", second: "後手", toMove: "手番", moves: "指し手(最善手順)", start: "開始局面",
    win: "勝ち", draw: "引き分け", loss: "負け", unknown: "不明", over: "終局です。", back: "一手戻る",
    wrong: "このゲームの局面ではありません", position: "この局面", hand: "持ち駒",
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
  wholes.set(name, answer.then(({ bytes, isWhole }) => (isWhole ? bytes : undefined)));
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

function drawn(rules, pos) {
  const [width, height] = [rules.files * CELL, rules.ranks * CELL];
  const board = element("svg", { class: "diagram", viewBox: `0 0 ${width + 26} ${height + 26}`, role: "img" },
    element("title", {}, rules.show(pos)),
    element("rect", { class: "board", x: 2, y: 22, width, height }));
  for (let file = 0; file < rules.files; file++) {
    board.append(element("text", { class: "name", x: file * CELL + CELL / 2, y: 16, "font-size": 15 }, String(rules.files - file)));
    for (let rank = 0; rank < rules.ranks; rank++) {
      board.append(element("rect", { class: "lines", x: 2 + file * CELL, y: 22 + rank * CELL, width: CELL, height: CELL }));
    }
  }
  for (let rank = 0; rank < rules.ranks; rank++) {
    board.append(element("text", { class: "name", x: width + 14, y: 22 + rank * CELL + 29, "font-size": 15 }, String.fromCharCode(97 + rank)));
  }
  for (const [square, piece] of pos.board.entries()) {
    if (!piece) continue;
    const face = piece.promoted ? rules.pieces[piece.kind].promoted : rules.pieces[piece.kind];
    const [x, y] = [2 + (square % rules.files) * CELL + CELL / 2, 22 + Math.floor(square / rules.files) * CELL + CELL / 2];
    const shape = element("g", { transform: `translate(${x} ${y})${piece.side ? " rotate(180)" : ""}` },
      element("path", { class: "piece", d: "M0 -21L14 -14L18 20H-18L-14 -14Z" }),
      element("text", { class: piece.promoted ? "promoted" : "face", y: 9, "font-size": 17 }, face.letter));
    for (const [right, up] of face.steps) {
      shape.append(element("circle", { class: "steps", cx: right * (up > 0 ? 9 : 12), cy: 3 - up * 13, r: 2 }));
    }
    board.append(shape);
  }
  return board;
}

function hand(rules, pos, side) {
  const held = rules.hand_order.filter((kind) => pos.hands[side][kind] > 0)
    .map((kind) => [pos.hands[side][kind], rules.pieces[kind]])
    .map(([count, piece]) => (language === "ja" ? `${piece.japanese}${count}` : `${count} ${piece.name}`));
  return element("p", {}, `${side === 0 ? words.first : words.second}, ${words.hand}: ${held.join(", ") || "-"}`);
}

/** The position at a path, or an error. */
function reached(rules, parts) {
  let [pos, rest] = [rules.parse(rules.start), parts];
  if (parts[0] === "sfen") {
    const [rows, side] = parts[1].split(/_(?=[bw]_)/);
    [pos, rest] = [rules.parse(`${rows.replaceAll("_", "/")} ${side.replaceAll("_", " ")}`), parts.slice(2)];
  }
  for (const name of rest) {
    const move = rules.moves(pos).find((move) => move.name === name);
    if (!move) throw new Error(name);
    pos = move.next;
  }
  return pos;
}

async function show(prober) {
  const main = document.querySelector("main");
  const { rules } = prober;
  const parts = decodeURIComponent(location.hash.slice(1)).split("/").filter((part) => part);
  const link = (parts) => `#${parts.map(encodeURIComponent).join("/")}`;
  let pos;
  try {
    pos = reached(rules, parts);
  } catch {
    main.replaceChildren(element("h1", {}, words.wrong), element("p", {}, parts.join("/")), element("a", { href: "#" }, words.start));
    return;
  }
  const [value, moves] = await Promise.all([prober.value(pos), prober.moves(pos)]);
  const rows = moves.map(({ name, value }) => element("tr", { class: value?.wdl ?? "unknown" },
    element("td", {}, element("a", { href: link([...parts, name]) }, name)), element("td", {}, told(value))));
  main.replaceChildren(
    element("h1", {}, parts.at(-1) ?? rules.name_of_game),
    element("p", { class: "links" }, element("a", { href: "#" }, words.start), parts.length > 0 ? element("a", { href: link(parts.slice(0, -1)), rel: "prev" }, words.back) : ""),
    element("div", { class: "position" },
      element("section", {}, hand(rules, pos, 1), drawn(rules, pos), hand(rules, pos, 0)),
      element("div", {},
        element("p", {}, rules.result(pos) ? words.over : `${words.toMove}: ${pos.side === 0 ? words.first : words.second}`),
        element("p", { class: `verdict ${value?.wdl ?? ""}` }, told(value)),
        element("h2", {}, words.moves),
        element("table", {}, element("tbody", {}, ...rows)))),
    element("p", { class: "line" }, rules.show(pos)));
}

const prober = await Prober.open(read);
addEventListener("hashchange", () => show(prober));
await show(prober);
