// Follows a table: after each event the page is read again, and what has changed is put in place.

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
      const next = page.getElementById("live");
      live.replaceWith(next);
      live = next;
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
