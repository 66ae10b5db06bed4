// A seat at a table: moves are sent without a reload, and the page follows what others do.

import { put } from "./news.js";

const retry = 1_000;
const here = location.pathname;
let live = document.getElementById("live");
let asked = 0;
let last = null;
let shown = performance.now();

// -- The page

function swap(text, least) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("live");
  if (!next || Number(next.dataset.version) < least) return;
  const focused = live.contains(document.activeElement);
  letGo();
  live = put(live, next);
  shown = performance.now();
  if (focused) live.querySelector(".hand-of button, .hand-of summary, .others button, [data-entry] > .main")?.focus();
}

// The server is away for a while, or has too much to do.
const away = (answer) => [429, 502, 503, 504].includes(answer.status);

async function read() {
  const mine = ++asked;
  try {
    const answer = await fetch(here);
    if (away(answer)) throw answer;
    const text = await answer.text();
    if (answer.ok && mine === asked) swap(text, Number(live.dataset.version) + 1);
  } catch {
    if (mine === asked) setTimeout(read, retry);
  }
}

async function send(entry) {
  try {
    const answer = await fetch(here, {
      method: "POST",
      body: new URLSearchParams(entry.fields),
      headers: { "Idempotency-Key": entry.key },
    });
    if (away(answer)) throw answer;
    const text = await answer.text();
    last = null;
    swap(text, Number(live.dataset.version));
  } catch {
    setTimeout(send, retry, entry); // The key is the same: the move is made once.
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form) return;
  event.preventDefault();
  if (last) return;
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  last = { key, fields: [...new FormData(form, event.submitter)] };
  send(last);
});

function follow() {
  const events = new EventSource(`${here}/events?after=${live.dataset.version}`);
  events.addEventListener("event", read);
  events.addEventListener("error", () => {
    // A lost connection is made again by itself; one that was refused is not.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, retry);
  });
}

follow();

// -- Clocks

setInterval(() => {
  const clock = live.querySelector(".clock[data-runs]");
  if (!clock) return;
  const seconds = Math.floor(Number(clock.dataset.seconds) + (performance.now() - shown) / 1_000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (clock.textContent !== text) clock.textContent = text;
}, 200);

// -- Keys: 1 to 9 are the tiles that can be laid, or the ends of the one that is chosen.

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") letGo();
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  if (event.target.closest("input, select, textarea")) return;
  const ends = [...live.querySelectorAll("details.stone[open] .places button")];
  const tiles = [...live.querySelectorAll(".hand-of > form > button, .hand-of > details > summary")];
  const others = [...live.querySelectorAll(".others button")];
  const chosen = (ends.length ? ends : [...tiles, ...others])[Number(event.key) - 1];
  chosen?.click();
});

// -- Dragging: a tile of the hand is laid at the end at which it is let go.

const slop = 8; // Pixels that a finger moves when it taps.
let drag = null;

function letGo() {
  drag?.ghost?.remove();
  live.querySelectorAll(".target, .near, .dragged").forEach((each) => {
    each.classList.remove("target", "near", "dragged");
  });
  drag = null;
}

// The buttons that lay the tile, and the ends on the table at which they do.
function choicesOf(tile) {
  const buttons = tile.matches("button") ? [tile] : [...tile.querySelectorAll(".places button")];
  const ends = new Map(buttons.map((button) => [JSON.parse(button.value).end ?? "", button]));
  const drawn = [...live.querySelectorAll(".now [data-end]")];
  return { buttons, drawn: drawn.filter((each) => ends.has(each.dataset.end)) };
}

// Where the tile would be laid: the table if it can lie at one place alone, or the nearest end.
function nearest({ buttons, drawn }, { clientX, clientY }) {
  const table = live.querySelector(".now");
  const { left, right, top, bottom } = table.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null;
  if (buttons.length === 1) return { at: drawn[0] ?? table, buttons };
  const away = (end) => {
    const box = end.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
  };
  const at = drawn.toSorted((one, other) => away(one) - away(other))[0];
  if (!at) return { at: table, buttons };
  return { at, buttons: buttons.filter((each) => JSON.parse(each.value).end === at.dataset.end) };
}

document.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest(".hand-of > form > button, .hand-of > details");
  if (!tile || !event.isPrimary || event.button !== 0 || event.target.closest(".places")) return;
  drag = { tile, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slop) return;
    drag.choices = choicesOf(drag.tile);
    drag.ghost = drag.tile.querySelector(".face").cloneNode(true);
    drag.ghost.classList.add("ghost");
    live.append(drag.ghost);
    drag.tile.classList.add("dragged");
    drag.choices.drawn.forEach((each) => each.classList.add("target"));
  }
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${event.clientY}px`;
  const near = nearest(drag.choices, event)?.at;
  live.querySelectorAll(".near").forEach((each) => each !== near && each.classList.remove("near"));
  near?.classList.add("near");
});

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== drag?.id) return;
  const { tile, ghost, choices } = drag;
  letGo();
  if (!ghost) return; // It was a tap.
  const stop = (click) => click.preventDefault();
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => {
    document.removeEventListener("click", stop, { capture: true });
    const buttons = nearest(choices, event)?.buttons ?? [];
    if (buttons.length === 1) buttons[0].click();
    else if (buttons.length > 1) tile.open = true; // Several ways to lie there: a tap says which.
  });
});

document.addEventListener("pointercancel", letGo);
document.addEventListener("dragstart", (event) => event.preventDefault());
