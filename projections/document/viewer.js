// Steps through the boards on a page: by keys, links and the list of moves, without a request.

const SECONDS_A_STEP = 1.2;
const help = document.getElementById("help");

class Viewer {
  constructor(element) {
    this.element = element;
    this.board = element.querySelector(".board");
    this.caption = element.querySelector(".now");
    this.moves = [...element.querySelectorAll(".moves .step")];
    this.layers = [...this.board.querySelectorAll("[data-from]")].map((layer) => ({
      layer,
      from: Number(layer.dataset.from),
      to: Number(layer.dataset.to),
    }));
    this.marks = [...element.querySelectorAll("[data-a-step]")];
    this.now = this.moves.findIndex((move) => move.hasAttribute("aria-current"));
    this.playing = null;
    const places = {
      first: () => 0,
      back: () => this.now - 1,
      on: () => this.now + 1,
      last: () => this.moves.length - 1,
    };
    this.buttons = [...element.querySelectorAll("[data-go]")];
    for (const button of this.buttons) {
      this.follow(button, places[button.dataset.go]);
    }
    this.moves.forEach((move, step) => this.follow(move, () => step));
    this.places = places;
  }

  // A click shows the step; with a modifier it stays a link.
  follow(element, step) {
    element.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.stop();
      this.show(step());
    });
  }

  show(step) {
    const next = Math.min(Math.max(step, 0), this.moves.length - 1);
    for (const { layer, from, to } of this.layers) {
      layer.classList.toggle("off", next < from || next >= to);
    }
    this.moves[this.now].removeAttribute("aria-current");
    this.now = next;
    const move = this.moves[next];
    move.setAttribute("aria-current", "step");
    const list = move.closest(".moves");
    const above = move.offsetTop - list.offsetTop;
    if (above < list.scrollTop || above > list.scrollTop + list.clientHeight - 60) {
      list.scrollTop = above - list.clientHeight / 2;
    }
    for (const mark of this.marks) {
      mark.setAttribute("transform", `translate(${next * mark.dataset.aStep})`);
    }
    this.caption.textContent = move.textContent.trim();
    if (!move.href) return;
    history.replaceState(null, "", move.href);
    for (const button of this.buttons) {
      const to = Math.min(Math.max(this.places[button.dataset.go](), 0), this.moves.length - 1);
      button.href = this.moves[to].href;
    }
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
  }

  playOrStop() {
    if (this.playing !== null) return this.stop();
    const last = this.moves.length - 1;
    if (this.now === last) this.show(0);
    this.playing = setInterval(
      () => (this.now === last ? this.stop() : this.show(this.now + 1)),
      SECONDS_A_STEP * 1000,
    );
  }

  press(key) {
    if (key === " ") return this.playOrStop();
    this.stop();
    if (key === "ArrowLeft") this.show(this.now - 1);
    if (key === "ArrowRight") this.show(this.now + 1);
    if (key === "ArrowUp" || key === "Home") this.show(0);
    if (key === "ArrowDown" || key === "End") this.show(this.moves.length - 1);
    if (key === "f") this.board.classList.toggle("turned");
  }
}

const viewers = [...document.querySelectorAll("[data-viewer]")].map((each) => new Viewer(each));
let active = viewers[0];

// A round has a page of its own, or is the next board of this one.
function otherRound(by) {
  const rounds = [...document.querySelectorAll(".rounds a")];
  const here = rounds.findIndex((round) => round.hasAttribute("aria-current"));
  if (rounds[here + by]) location.assign(rounds[here + by].href);
  if (rounds.length) return;
  active = viewers[viewers.indexOf(active) + by] ?? active;
  active?.element.focus();
}

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "f", " "];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  active = viewers.find((each) => each.element.contains(event.target)) ?? active;
  if (event.key === "?") help.showModal();
  else if (event.key === "PageUp") otherRound(-1);
  else if (event.key === "PageDown") otherRound(1);
  else if (KEYS.includes(event.key) && active) active.press(event.key);
  else return;
  event.preventDefault();
});
