/** The server may let a request wait: it is sent again when the server says, and only if that takes long somebody is told. */

/** Milliseconds after which one wants to know why nothing happens. */
const LONG = 3000;
/** Milliseconds after which the server's refusal is final. */
const MOST = 120_000;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

class Patience {
  /** Requests that have waited for long. */
  long = $state(0);

  /** Sends until the server takes it; `before` may end it, just before it is sent again. */
  async send(request: () => Promise<Response>, before: () => void): Promise<Response> {
    let answer = await request();
    if (putOff(answer) === null) return answer;
    const end = Date.now() + MOST;
    let told = 0;
    const timer = setTimeout(() => (this.long += told = 1), LONG);
    try {
      for (let wait = putOff(answer); wait !== null && Date.now() + wait < end; wait = putOff(answer)) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        before();
        answer = await request();
      }
      return answer;
    } finally {
      clearTimeout(timer);
      this.long -= told;
    }
  }
}

/** Milliseconds after which the server wants to be asked again; null: this is its answer. */
function putOff({ status, headers }: Response): number | null {
  const seconds = Number(headers.get("Retry-After"));
  return (status === TOO_MANY_REQUESTS || status === UNAVAILABLE) && seconds > 0 ? 1000 * seconds : null;
}

export const patience = new Patience();
