import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, get, post } from "../src/api";
import { Newest, rest } from "../src/state/newest";
import { patience } from "../src/state/patience.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SECOND = 1000;
const json = (value: unknown): Response => new Response(JSON.stringify(value));
const busy = (status: number, seconds?: number): Response =>
  new Response(JSON.stringify({ error: { code: "busy", text: "later" } }), { status, headers: seconds === undefined ? {} : { "Retry-After": String(seconds) } });

/** A server that answers one after the other; what it was asked is kept. */
function server(...answers: (() => Response)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return (answers.shift() ?? (() => json(path)))();
  });
  return asked;
}

describe("questions that come again and again are gathered", () => {
  test("one of a kind is under way, the newest is next, those between are never sent", async () => {
    const asked = server();
    const newest = new Newest();
    const told: (string | undefined)[] = [];
    const ask = (path: string): void => void newest.ask("standing", (still) => get<string>(path, still)).then((answer) => told.push(answer));
    ask("/1");
    await vi.advanceTimersByTimeAsync(10);
    for (const path of ["/2", "/3", "/4"]) ask(path);
    expect(asked).toEqual(["/1"]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(asked).toEqual(["/1", "/4"]);
    expect(told).toEqual(["/1", undefined, undefined, "/4"]);
  });

  test("a slow answer is waited for, and comes before the next", async () => {
    const newest = new Newest();
    const told: (number | undefined)[] = [];
    const ask = (answer: number, after: number): void =>
      void newest.ask("log", () => new Promise<number>((resolve) => setTimeout(() => resolve(answer), after))).then((value) => told.push(value));
    ask(1, 5 * SECOND);
    await vi.advanceTimersByTimeAsync(1);
    ask(2, 0);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(told).toEqual([1, 2]);
  });

  test("kinds do not wait for each other, and a failure holds up nobody", async () => {
    const asked = server(() => busy(500));
    const newest = new Newest();
    const failed = newest.ask("log", () => get("/log")).catch((error: unknown) => error);
    void newest.ask("standing", () => get("/standing"));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["/log", "/standing"]);
    expect(await failed).toBeInstanceOf(ApiError);
    const again = newest.ask("log", () => get<string>("/log"));
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(await again).toBe("/log");
  });
});

describe("what is asked about may end", () => {
  test("nothing is sent once it is closed", async () => {
    const asked = server();
    const newest = new Newest();
    void newest.ask("log", () => get("/1"));
    await vi.advanceTimersByTimeAsync(10);
    const waiting = newest.ask("log", () => get("/2"));
    newest.close();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(await waiting).toBeUndefined();
    expect(asked).toEqual(["/1"]);
  });

  test("whoever changes his seat asks nothing more from the old one, and may wait for what is under way", async () => {
    const asked = server();
    const newest = new Newest();
    void newest.ask("log", async () => {
      asked.push("/log of germany");
      await rest(2 * SECOND);
    });
    await vi.advanceTimersByTimeAsync(10);
    const waiting = newest.ask("log", () => get("/log of germany again"));
    newest.forget();
    const anew = newest.ask("log", () => get<string>("/log of a spectator"));
    let answered = false;
    void newest.answered().then(() => (answered = true));
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(answered).toBe(true);
    expect(await waiting).toBeUndefined();
    expect(await anew).toBe("/log of a spectator");
    expect(asked).toEqual(["/log of germany", "/log of a spectator"]);
  });

  test("a question under way that the server let wait is not sent again from a seat that was left", async () => {
    const asked = server(() => busy(429, 3));
    const newest = new Newest();
    const first = newest.ask("log", (still) => get<string>("/log of germany", still));
    await vi.advanceTimersByTimeAsync(SECOND);
    newest.forget();
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(await first).toBeUndefined();
    expect(asked).toEqual(["/log of germany"]);
  });

  test("a deed that may end it waits for what is under way; if it fails, questions go on", async () => {
    const happened: string[] = [];
    const newest = new Newest();
    const slow = async (): Promise<void> => {
      await rest(SECOND);
      happened.push("answered");
    };
    void newest.ask("log", slow);
    await vi.advanceTimersByTimeAsync(10);
    const fail = async (): Promise<void> => {
      happened.push("done");
      throw new Error("no");
    };
    const refused = newest.during(fail).catch(() => undefined);
    const between = newest.ask("standing", () => get("/standing"));
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    await refused;
    expect(happened).toEqual(["answered", "done"]);
    expect(await between).toBeUndefined();
    server();
    expect(await newest.ask("standing", () => get<string>("/standing"))).toBe("/standing");
  });
});

describe("a server that lets us wait is asked again", () => {
  for (const status of [429, 503])
    test(`${status} with a time: quietly, when it says`, async () => {
      const asked = server(() => busy(status, 2), () => busy(status, 1));
      const answer = post<string>("/actions", {});
      await vi.advanceTimersByTimeAsync(1.9 * SECOND);
      expect(asked.length).toBe(1);
      await vi.advanceTimersByTimeAsync(0.2 * SECOND);
      expect(asked.length).toBe(2);
      expect(patience.long).toBe(0);
      await vi.advanceTimersByTimeAsync(SECOND);
      expect(await answer).toBe("/actions");
      expect(asked.length).toBe(3);
    });

  test("whoever waits for long is told so, until the answer is there", async () => {
    server(() => busy(429, 5));
    const answer = get<string>("/story");
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(patience.long).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(patience.long).toBe(0);
    expect(await answer).toBe("/story");
  });

  test("a question that was overtaken while it waited is not sent again", async () => {
    const asked = server(() => busy(429, 3));
    const newest = new Newest();
    const first = newest.ask("log", (still) => get<string>("/1", still));
    await vi.advanceTimersByTimeAsync(SECOND);
    const second = newest.ask("log", (still) => get<string>("/2", still));
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(await first).toBeUndefined();
    expect(await second).toBe("/2");
    expect(asked).toEqual(["/1", "/2"]);
  });

  test("a refusal without a time is one, and nobody waits for ever", async () => {
    server(() => busy(503));
    await expect(get("/table")).rejects.toThrow("later");
    const asked = server(...Array.from({ length: 100 }, () => () => busy(429, 50)));
    const given = get("/table").catch((error: ApiError) => error.status);
    await vi.advanceTimersByTimeAsync(200 * SECOND);
    expect(await given).toBe(429);
    expect(asked.length).toBe(3);
    expect(patience.long).toBe(0);
  });
});
