// Follows a table: after each event the page is read again, and what has changed is put in place.

import { put } from "./news.js";

let live = document.getElementById("live");
let reading = false;
let again = false;
let events = null;

async function read(address) {
  if (reading) {
    again = true;
    return;
  }
  reading = true;
  try {
    do {
      again = false;
      const answer = await fetch(address);
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      live = put(live, page.getElementById("live"));
      document.title = page.title;
    } while (again);
  } catch {
    // The stream connects again by itself, and then the page is read.
  } finally {
    reading = false;
  }
}

function follow() {
  events?.close();
  events = new EventSource(`${live.dataset.events}?after=${live.dataset.version}`);
  events.addEventListener("event", () => read(location.href));
  events.addEventListener("next", async (event) => {
    const { game } = JSON.parse(event.data);
    history.replaceState(null, "", `/follow/${encodeURIComponent(game)}`);
    await read(location.href);
    follow();
  });
}

follow();
