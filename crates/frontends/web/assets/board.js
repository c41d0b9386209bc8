// What is more convenient with a script; without one everything can be done by links and forms.
// Arrow keys walk through a game, pieces are dragged from spot to spot, pieces that cover several squares are
// picked up and turned, texts are copied by a button, records of games are read from files.

const words = JSON.parse(document.body.dataset.words);
const moves = new Map([...document.querySelectorAll("a[data-move]")].map((link) => [link.dataset.move, link]));
const board = document.querySelector("main svg.diagram");

function follow(link) {
  if (link) location.assign(link.getAttribute("href"));
}

/** Whether a key is typed where text is. */
const inText = (event) => event.target.closest?.("input, textarea, select, summary");

/** Left goes back a move, right makes the first move of the list, which is the best where values are known. */
function keys(event) {
  if (inText(event) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.key === "ArrowLeft") follow(document.querySelector("main a[rel=prev]"));
  if (event.key === "ArrowRight") follow(document.querySelector("main a[rel=next], main td a[data-move]"));
}

/** A piece that is dragged from one spot to another makes the move of that name, or has the page ask whether it
    promotes; a card that lies on no spot makes that of the spot where it is put. */
function drag() {
  const spot = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-spot]")?.dataset.spot;
  let isDragged = false;
  let from;
  const drop = (to) => {
    const [plain, promoted] = [moves.get(from + to), moves.get(`${from}${to}+`)];
    if (!from || !plain || !promoted) return follow(from ? plain ?? promoted : moves.get(to));
    const [pick, put] = [from, to].map((name) => board.querySelector(`a[data-spot="${name}"]`));
    // Where the piece is picked up already, the link of the other square asks. Else the page of the piece picked up
    // is that of the question, with the second square behind the first.
    const href = pick?.getAttribute("href") ?? "";
    if (/from[=-]./.test(href)) location.assign(href.replace(/(from[=-][^&/]*)/, `$1${to}`));
    else follow(put);
  };
  board.addEventListener("dragstart", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    isDragged = event.button === 0;
    from = spot(event);
  });
  board.addEventListener("pointerup", (event) => {
    const to = spot(event);
    if (isDragged && to && from !== to) drop(to);
    isDragged = false;
  });
  // Let go elsewhere, it was not dragged.
  addEventListener("pointerup", () => { isDragged = false; });
  addEventListener("pointercancel", () => { isDragged = false; });
}

/** A button beside a text that can only be read. */
function copyButtons() {
  for (const input of document.querySelectorAll("input[readonly]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.copy;
    button.addEventListener("click", async () => {
      // Pages that come without encryption from another machine have no clipboard but that of a selection,
      // nor have those that a browser forbids it.
      input.select();
      try {
        await navigator.clipboard.writeText(input.value);
      } catch {
        document.execCommand("copy");
      }
      button.textContent = words.copied;
    });
    input.closest("label").after(button);
  }
}

/** The text of a file: UTF-8, or else Shift JIS, which Japanese programs write. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

/** A file in place of a text that is typed, behind each field for a long one. */
function fileFields() {
  for (const field of document.querySelectorAll("textarea.text")) {
    const [label, input] = ["label", "input"].map((name) => document.createElement(name));
    input.type = "file";
    input.addEventListener("change", async () => { if (input.files[0]) field.value = await textOf(input.files[0]); });
    label.append(words.file, input);
    field.closest("label").after(label);
  }
}

/** Squares in units of the board, from those that a move covers. */
const squares = (covers) => covers.split(" ").map((name) => [...name].map((digit) => parseInt(digit, 16)));

/** The form of a piece as it lies: its squares from its own corner. */
function form(cells) {
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map(([x, y]) => `${x - left}.${y - top}`).sort().join(" ");
}

/** A quarter turn, or a flip after four of them. */
const turned = (cells, flip) => cells.map(([x, y]) => (flip ? [-x, y] : [-y, x]));

const SVG = "http://www.w3.org/2000/svg";

/** A picture of a form. */
function picture(shape) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 50 50");
  svg.setAttribute("aria-hidden", "true");
  for (const cell of shape.split(" ")) {
    const [x, y] = cell.split(".").map(Number);
    const rect = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ x: 10 * x + 0.5, y: 10 * y + 0.5, width: 9, height: 9, rx: 1 })) rect.setAttribute(key, value);
    svg.append(rect);
  }
  return svg;
}

/** Pieces that cover several squares: picked up, turned, and put where they may go. */
class Pieces {
  constructor() {
    this.placements = [...moves.values()].filter((link) => link.dataset.covers).map((link) => {
      const cells = squares(link.dataset.covers);
      return { link, cells, piece: link.dataset.move[2], form: form(cells), names: link.dataset.covers.split(" ") };
    });
    this.palette();
    this.layer();
    addEventListener("keydown", (event) => {
      if ((event.key === "r" || event.key === "R") && !inText(event)) this.turn();
    });
    board.addEventListener("wheel", (event) => { if (this.piece) { event.preventDefault(); this.turn(); } }, { passive: false });
  }

  palette() {
    const bar = document.createElement("div");
    bar.className = "palette";
    const say = document.createElement("p");
    say.textContent = words.piece;
    this.buttons = new Map();
    for (const { piece, form } of this.placements) {
      if (this.buttons.has(piece)) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", piece);
      button.setAttribute("aria-pressed", "false");
      button.append(picture(form));
      button.addEventListener("click", () => this.pick(piece));
      this.buttons.set(piece, button);
      bar.append(button);
    }
    this.turner = document.createElement("button");
    this.turner.type = "button";
    this.turner.textContent = words.turn;
    this.turner.addEventListener("click", () => this.turn());
    board.after(say, bar, this.turner);
  }

  /** Squares of its own in place of those that lead elsewhere without a script. */
  layer() {
    this.squares = new Map();
    for (const spot of board.querySelectorAll("[data-spot]")) {
      const name = spot.dataset.spot;
      const rect = (spot.querySelector("rect") ?? spot).cloneNode();
      rect.setAttribute("class", "free");
      rect.addEventListener("pointerenter", () => this.point(name));
      rect.addEventListener("click", () => this.put(name));
      rect.addEventListener("focus", () => this.point(name));
      rect.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.put(name); } });
      spot.replaceWith(rect);
      this.squares.set(name, rect);
    }
  }

  pick(piece) {
    this.piece = piece;
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === piece));
    const legal = this.placements.filter((placement) => placement.piece === piece);
    // All ways in which it can lie, in the order of turning, those that fit nowhere left out.
    this.forms = [];
    let cells = legal[0].cells;
    for (let step = 0; step < 8; step++) {
      const own = form(cells);
      if (!this.forms.includes(own) && legal.some((placement) => placement.form === own)) this.forms.push(own);
      cells = turned(cells, step === 3);
    }
    this.lie(this.forms[0]);
  }

  turn() {
    if (this.piece) this.lie(this.forms[(this.forms.indexOf(this.form) + 1) % this.forms.length]);
  }

  /** Shows the piece as it lies, and where it may go. */
  lie(own) {
    this.form = own;
    this.buttons.get(this.piece).replaceChildren(picture(own));
    this.fitting = this.placements.filter((placement) => placement.piece === this.piece && placement.form === own);
    for (const rect of this.squares.values()) {
      rect.classList.remove("legal", "shadow");
      for (const attribute of ["role", "tabindex", "aria-label"]) rect.removeAttribute(attribute);
    }
    for (const name of this.fitting.flatMap(({ names }) => names)) {
      const rect = this.squares.get(name);
      rect?.classList.add("legal");
      rect?.setAttribute("role", "button");
      rect?.setAttribute("tabindex", "0");
      rect?.setAttribute("aria-label", name);
    }
    if (this.pointed) this.point(this.pointed);
  }

  /** The placement whose middle is nearest to a square that it covers. */
  at(name) {
    const [x, y] = [...name].map((digit) => parseInt(digit, 16));
    const far = ({ cells }) => {
      const [mx, my] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
      return (mx - x) ** 2 + (my - y) ** 2;
    };
    return this.fitting?.filter(({ names }) => names.includes(name)).sort((one, two) => far(one) - far(two))[0];
  }

  point(name) {
    this.pointed = name;
    for (const rect of this.squares.values()) rect.classList.remove("shadow");
    for (const covered of this.at(name)?.names ?? []) this.squares.get(covered)?.classList.add("shadow");
  }

  put(name) {
    this.point(name);
    follow(this.at(name)?.link);
  }
}

/** A time as the server shows it. */
function shown(millis) {
  const seconds = Math.floor(millis / 1000);
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 10) return `${seconds}.${Math.floor((millis % 1000) / 100)}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Counts the reader's time down, and lets the server say so when the flag has fallen. */
function counts(clock) {
  const flag = performance.now() + Number(clock.dataset.flag);
  const byoyomi = Number(clock.dataset.byoyomi);
  const tick = setInterval(() => {
    const left = Math.max(0, flag - performance.now());
    clock.textContent = shown(left > byoyomi ? left - byoyomi : left);
    if (left > 0) return;
    clearInterval(tick);
    // A little later than here, so that it is over there as well.
    setTimeout(() => location.reload(), 250);
  }, 100);
}

/** Follows long work until it ends. */
function follows(section) {
  const events = new EventSource(section.dataset.events + location.search);
  events.addEventListener("message", (event) => {
    const { text, share, open } = JSON.parse(event.data);
    section.querySelector("p").textContent = text;
    const bar = section.querySelector("progress");
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    if (open) return;
    events.close();
    location.reload();
  });
  // A server that was started anew knows nothing of it, and its page says so. Whoever leaves the page closes it too.
  let isLeft = false;
  addEventListener("pagehide", () => { isLeft = true; });
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => { if (!isLeft) location.reload(); }, 3000);
  });
}

addEventListener("keydown", keys);
document.querySelectorAll("[data-events]").forEach(follows);
document.querySelectorAll("[data-flag]").forEach(counts);
if (board) drag();
copyButtons();
fileFields();
if (board && [...moves.values()].some((link) => link.dataset.covers)) new Pieces();
