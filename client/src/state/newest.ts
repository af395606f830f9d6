/**
 * Questions that come again with every entry of the log (how it stands, the story, odds). Others act faster than anybody
 * reads: of each kind one question is under way at a time, the newest waits for it, and those between are never sent.
 * A question is put together when it is sent: what it asks about may be over by then.
 */

/** Milliseconds from one question of a kind to the next. */
const PAUSE = 500;

/** Whether no newer question of the kind has come. */
export type Still = () => boolean;

/** A newer question has come while the server let this one wait. */
export class Overtaken extends Error {}

export const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Kind {
  private asked = 0;
  /** The question under way, and until the next one may be sent. */
  answer: Promise<unknown> = Promise.resolve();
  private free: Promise<unknown> = Promise.resolve();

  forget(): void {
    this.asked++;
  }

  async ask<T>(question: (still: Still) => Promise<T>, allowed: () => boolean): Promise<T | undefined> {
    const turn = ++this.asked;
    const still = (): boolean => turn === this.asked && allowed();
    await this.free;
    if (!still()) return undefined;
    const answer = question(still);
    this.answer = answer;
    this.free = Promise.allSettled([answer, rest(PAUSE)]);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Overtaken) return undefined;
      throw error;
    }
  }
}

export class Newest {
  private readonly kinds = new Map<string, Kind>();
  private closed = false;
  private readonly allowed = (): boolean => !this.closed;

  /** The answer to a question, in the order of asking; nothing if a newer one of its kind took its place. */
  ask<T>(kind: string, question: (still: Still) => Promise<T>): Promise<T | undefined> {
    let asking = this.kinds.get(kind);
    if (!asking) this.kinds.set(kind, (asking = new Kind()));
    return asking.ask(question, this.allowed);
  }

  /** What is asked about ends: nothing more is sent. */
  close(): void {
    this.closed = true;
  }

  /** What waits to be sent is not: whoever asked it sits elsewhere now. */
  forget(): void {
    for (const kind of this.kinds.values()) kind.forget();
  }

  /** Until all that is under way has its answer. */
  async answered(): Promise<void> {
    await Promise.allSettled([...this.kinds.values()].map((kind) => kind.answer));
  }

  /** A deed that may end it: nothing is asked meanwhile, and what is under way is answered first. */
  async during<T>(deed: () => Promise<T>): Promise<T> {
    this.closed = true;
    await this.answered();
    try {
      return await deed();
    } catch (error) {
      this.closed = false;
      throw error;
    }
  }
}
