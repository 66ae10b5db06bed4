// Steps through the round on the page: keys, links and the move list, without another request.

const viewer = document.getElementById("viewer");
const layers = [...viewer.querySelectorAll(".board [data-from]")].map((layer) => ({
  layer,
  from: Number(layer.dataset.from),
  to: Number(layer.dataset.to),
}));
const moves = [...viewer.querySelectorAll("#moves > li > a")];
const caption = document.getElementById("now");
const board = viewer.querySelector(".board");
const help = document.getElementById("help");
const seconds = 1.2;
let now = moves.findIndex((move) => move.hasAttribute("aria-current"));
let playing = null;

function show(step) {
  const next = Math.min(Math.max(step, 0), moves.length - 1);
  for (const { layer, from, to } of layers) {
    layer.classList.toggle("off", next < from || next >= to);
  }
  moves[now].removeAttribute("aria-current");
  now = next;
  const move = moves[now];
  move.setAttribute("aria-current", "step");
  move.scrollIntoView({ block: "nearest" });
  caption.textContent = move.textContent.trim();
  history.replaceState(null, "", move.href);
  document.getElementById("back").href = moves[Math.max(now - 1, 0)].href;
  document.getElementById("on").href = moves[Math.min(now + 1, moves.length - 1)].href;
}

function otherRound(by) {
  const rounds = [...viewer.querySelectorAll(".rounds a")];
  const here = rounds.findIndex((round) => round.hasAttribute("aria-current"));
  if (rounds[here + by]) location.assign(rounds[here + by].href);
}

function stop() {
  clearInterval(playing);
  playing = null;
}

function playOrStop() {
  if (playing !== null) return stop();
  if (now === moves.length - 1) show(0);
  playing = setInterval(() => (now === moves.length - 1 ? stop() : show(now + 1)), seconds * 1000);
}

const keys = {
  ArrowLeft: () => show(now - 1),
  ArrowRight: () => show(now + 1),
  ArrowUp: () => show(0),
  ArrowDown: () => show(moves.length - 1),
  Home: () => show(0),
  End: () => show(moves.length - 1),
  PageUp: () => otherRound(-1),
  PageDown: () => otherRound(1),
  " ": playOrStop,
  f: () => board.classList.toggle("turned"),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, button, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  if (event.key !== " ") stop();
  keys[event.key]();
});

for (const [step, move] of moves.entries()) {
  move.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    show(step);
  });
}

const links = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => moves.length - 1 };
for (const [id, step] of Object.entries(links)) {
  document.getElementById(id).addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    show(step());
  });
}
