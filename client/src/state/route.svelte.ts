/** Which page is shown: the part of the address after the hash. */

export type Route =
  | { page: "front"; title: string | null }
  | { page: "notices" }
  | { page: "lessons"; title: string | null }
  | { page: "calculator" }
  | { page: "game"; game: string; seat: string | null }
  | { page: "join"; game: string; token: string };

function read(): Route {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  // A title that is not offered yet can be played by whoever knows its name.
  const title = new URLSearchParams(query ?? "").get("title");
  const parts = (path ?? "").split("/").map(decodeURIComponent);
  if (parts[0] === "game" && parts[1]) {
    return { page: "game", game: parts[1], seat: new URLSearchParams(query ?? "").get("seat") };
  }
  if (parts[0] === "join" && parts[1] && parts[2]) return { page: "join", game: parts[1], token: parts[2] };
  if (parts[0] === "notices") return { page: "notices" };
  if (parts[0] === "calculator") return { page: "calculator" };
  if (parts[0] === "lessons") return { page: "lessons", title };
  return { page: "front", title };
}

class Router {
  route: Route = $state.raw(read());

  constructor() {
    addEventListener("hashchange", () => (this.route = read()));
  }

  go(address: string): void {
    location.hash = address;
  }

  /** The same without a step to go back to. */
  replace(address: string): void {
    location.replace(address);
  }
}

export const router = new Router();

/** What is asked of one title, or of all that are offered. */
export function titleQuery(title: string | null): string {
  return title === null ? "" : `?title=${encodeURIComponent(title)}`;
}

export function gameAddress(game: string, seat: string | null): string {
  return `#/game/${encodeURIComponent(game)}${seat === null ? "" : `?seat=${encodeURIComponent(seat)}`}`;
}
