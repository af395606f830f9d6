/** One game as a seat sees it: the table, kept true by the live connection, and what is asked of the server. */
import { ApiError, get, post, seatQuery, type Answers, type Attack, type ChatLine, type Counsel, type Delta, type FreeingList, type GameInfo, type Leave, type LiveMessage, type Noun, type Notice, type Reason, type Table } from "../api";
import { ownChance } from "./dice";
import { hearLine, heardLine } from "./marks";
import { Newest, type Still } from "./newest";

export interface Refusal {
  text: string;
  rule?: string;
  hex?: string;
  /** What an ally could allow. */
  ask?: Leave;
}

/** What a seat says to an ally. */
export type Answer = "yes" | "once" | "ask" | "no";

const LOG_KEPT = 400;
const CLOSED_BY_SERVER = 4403;
/** Milliseconds that an answer waits for the live connection. */
const CATCH_UP = 3000;

/** A table with what a delta says has changed. */
export function merged(table: Table, delta: Delta): Table {
  const { units, control, log, type: _type, ...whole } = delta;
  const next: Table = { ...table, ...whole };
  if (units) next.units = { ...table.units, ...units };
  if (control) next.control = { ...table.control, ...control };
  if (log) {
    const last = table.log.at(-1)?.seq ?? -1;
    next.log = [...table.log, ...log.filter((entry) => entry.seq > last)].slice(-LOG_KEPT);
  }
  return next;
}

export class GameState {
  table: Table | null = $state.raw(null);
  /** Who sits where, and whether the game is a what-if. */
  card: GameInfo | null = $state.raw(null);
  seat: string | null = $state(null);
  connected = $state(false);
  present: string[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  /** The newest line of chat that was read here. */
  private heard = $state(0);
  /** Whose seats the host would like to free, and who agrees. */
  freeing: FreeingList | null = $state.raw(null);
  busy = $state(false);
  refusal: Refusal | null = $state.raw(null);
  failed: string | null = $state(null);
  /** A notice about any game, heard on this game's connection. */
  onNotice: (notice: Notice) => void = () => undefined;
  /** What has just changed, for whoever shows it as it happens. */
  onChange: (before: Table, after: Table) => void = () => undefined;
  /** The seat that one looked from is somebody else's now. */
  onLost: (seat: string) => void = () => undefined;
  /** What is asked again with every entry. */
  readonly newest = new Newest();
  private readonly waiters: { entry: number; go: () => void }[] = [];
  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;
  private timer = 0;
  /** The dice that this page has added to last. */
  private addedTo = "";

  constructor(
    readonly id: string,
    seat: string | null,
  ) {
    this.seat = seat;
    this.heard = heardLine(id);
  }

  /** Lines of chat that nobody has looked at yet; what one has said oneself is no news. */
  get unheard(): number {
    return this.chat.filter((line) => line.id > this.heard && !(this.card?.mine ?? []).includes(line.seat)).length;
  }

  /** Everything that was said has been read. */
  listenedTo(): void {
    this.heard = this.chat.at(-1)?.id ?? 0;
    hearLine(this.id, this.heard);
  }

  get path(): string {
    return `/api/games/${encodeURIComponent(this.id)}`;
  }

  async open(): Promise<void> {
    try {
      [this.table, this.card] = await Promise.all([get<Table>(`${this.path}/table${seatQuery(this.seat)}`), get<GameInfo>(this.path)]);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
      return;
    }
    void this.addChance();
    this.listen();
    void this.catchUpOnTalk().catch(() => undefined);
  }

  private async catchUpOnTalk(): Promise<void> {
    const [{ messages }] = await Promise.all([get<{ messages: ChatLine[] }>(`${this.path}/chat`), this.lookAtFreeing()]);
    this.chat = [...messages, ...this.chat.filter((line) => !messages.some(({ id }) => id === line.id))];
  }

  /** Who sits where may have changed. */
  async lookWhoSits(): Promise<void> {
    [this.card] = await Promise.all([get<GameInfo>(this.path), this.lookAtFreeing()]);
  }

  private async lookAtFreeing(): Promise<void> {
    this.freeing = await get<FreeingList>(`${this.path}/freeing`);
  }

  /** Plays a seat again that somebody else has played meanwhile. */
  async takeBack(seat: string): Promise<void> {
    await post(`${this.path}/take-back`, { seat });
    await this.lookWhoSits();
  }

  /** Looks at the game from another of one's seats. */
  async sit(seat: string | null): Promise<void> {
    if (seat === this.seat) return;
    this.busy = true;
    this.hangUp();
    this.newest.forget();
    this.seat = seat;
    this.refusal = null;
    try {
      this.table = await get<Table>(`${this.path}/table${seatQuery(seat)}`);
      this.listen();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    this.closed = true;
    this.newest.close();
    this.hangUp();
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    // A browser complains about a connection that is closed before it is made.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  private listen(): void {
    if (this.closed) return;
    const query = new URLSearchParams();
    if (this.seat !== null) query.set("seat", this.seat);
    if (this.table) query.set("since", String(this.table.entries));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}/live?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.tries = 0;
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.hear(JSON.parse(event.data) as LiveMessage);
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return; // hung up on purpose
      this.connected = false;
      if (this.closed || code === CLOSED_BY_SERVER) return;
      this.timer = window.setTimeout(() => void this.comeBack(), Math.min(8000, 400 * 2 ** this.tries++));
    };
  }

  /** After a connection was cut: perhaps because the seat went to somebody else. */
  private async comeBack(): Promise<void> {
    const seat = this.seat;
    if (seat !== null) {
      try {
        await this.lookWhoSits();
      } catch {
        // The server does not answer at all: the connection tells when it does again.
      }
      if (this.closed || this.seat !== seat) return;
      if (this.card && !this.card.mine.includes(seat)) {
        await this.sit(null);
        this.onLost(seat);
        return;
      }
    }
    this.listen();
  }

  private hear(message: LiveMessage): void {
    switch (message.type) {
      case "table": {
        const { type: _type, ...table } = message;
        this.table = table;
        this.wake();
        void this.addChance();
        break;
      }
      case "delta":
        // What was asked for anew may have told it already.
        if (this.table && message.entries >= this.table.entries) {
          const before = this.table;
          this.table = merged(before, message);
          this.onChange(before, this.table);
          this.wake();
          void this.addChance();
        }
        break;
      case "chat":
        if (!this.chat.some((line) => line.id === message.id)) {
          this.chat = [...this.chat, message];
        }
        break;
      case "presence":
        this.present = message.seats;
        // Somebody sits where nobody did.
        if (message.seats.some((seat) => this.card?.seats[seat]?.kind !== "person")) void this.lookWhoSits().catch(() => undefined);
        break;
      case "error":
        this.failed = message.error.text;
        break;
      case "notice":
        if (message.game === this.id) void this.lookWhoSits().catch(() => undefined);
        this.onNotice(message);
        break;
    }
  }

  /** Adds random bytes of this page's own to the dice that lie ready, once: then not even the server chooses a roll. */
  private async addChance(): Promise<void> {
    const dice = this.table?.dice;
    if (this.seat === null || !dice?.ready || dice.added.includes(this.seat) || dice.ready === this.addedTo) return;
    this.addedTo = dice.ready;
    try {
      await post(`${this.path}/chance`, { seat: this.seat, to: dice.ready, bytes: ownChance() });
    } catch {
      // They have come into force in the meantime: the next table tells which lie ready now.
    }
  }

  /** Waits until the page knows an entry that the server has taken; if it is not told in time, it asks. */
  private async caughtUp(entry: number): Promise<void> {
    const knows = (): boolean => (this.table?.entries ?? 0) > entry;
    if (knows()) return;
    if (this.connected)
      await new Promise<void>((go) => {
        this.waiters.push({ entry, go });
        setTimeout(go, CATCH_UP);
      });
    if (!knows()) await this.refresh();
  }

  private wake(): void {
    const entries = this.table?.entries ?? 0;
    for (const waiter of this.waiters.splice(0)) {
      if (entries > waiter.entry) waiter.go();
      else this.waiters.push(waiter);
    }
  }

  /** Submits an action; a refusal is shown with its rule. True if it was taken, and the page knows what came of it. */
  async act(verb: string, noun: Noun, answers = true): Promise<boolean> {
    const decision = this.table?.decision;
    if (this.seat === null || this.busy || (answers && !decision)) return false;
    this.busy = true;
    this.refusal = null;
    try {
      const body = { seat: this.seat, verb, noun, key: crypto.randomUUID(), ...(answers ? { decision: decision!.id } : {}) };
      const { entry } = await post<{ entry: number }>(`${this.path}/actions`, body);
      await this.caughtUp(entry);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Tells an ally what he may do: said as one's own seat, or as another that one plays. True if it was taken. */
  async allow(ally: string, what: readonly string[], answer: Answer, as = this.seat): Promise<boolean> {
    return this.say("consent", [ally, [...what], answer], as);
  }

  /** Asks an ally to allow something; whoever plays that seat too allows it himself. */
  async askLeave({ seat, what }: Leave): Promise<boolean> {
    if (this.seat === null) return false;
    return this.card?.seats[seat]?.mine ? this.allow(this.seat, [what], "yes", seat) : this.say("request", [seat, what], this.seat);
  }

  /** Something that answers no decision, said as a seat of one's own. */
  private async say(verb: string, noun: Noun, seat: string | null): Promise<boolean> {
    if (seat === null || this.busy) return false;
    this.busy = true;
    this.refusal = null;
    try {
      const { entry } = await post<{ entry: number }>(`${this.path}/actions`, { seat, verb, noun, key: crypto.randomUUID() });
      await this.caughtUp(entry);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    if (this.seat === null || this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      const { entry } = await post<{ entry: number }>(`${this.path}/undo`, { seat: this.seat, key: crypto.randomUUID() });
      await this.caughtUp(entry);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  async whyNot(verb: string, noun: Noun): Promise<Reason | null> {
    const { violations } = await post<{ violations: Reason[] }>(`${this.path}/why-not`, { seat: this.seat, verb, noun });
    return violations[0] ?? null;
  }

  counsel(question: string, args: Record<string, unknown> = {}, still?: Still): Promise<Counsel> {
    return post<Counsel>(`${this.path}/counsel`, { seat: this.seat, question, ...args }, still);
  }

  ask<Question extends keyof Answers>(question: Question, args: Record<string, unknown> = {}, still?: Still): Promise<Answers[Question]> {
    return post(`${this.path}/ask`, { seat: this.seat, question, ...args }, still);
  }

  /** Odds as they stand now; none if the game goes on before the question arrives. */
  async odds(args: Record<string, unknown>, still?: Still): Promise<Attack[]> {
    const { attacks } = await this.ask("odds", { ...args, entries: this.table?.entries }, still);
    return attacks;
  }

  refuse(error: unknown, hex?: string): void {
    const where = hex === undefined ? {} : { hex };
    if (error instanceof ApiError) {
      const { text, rule, ask } = error.problem;
      this.refusal = { text, ...(rule ? { rule } : {}), ...(ask ? { ask } : {}), ...where };
      if (error.status === 409 || error.status === 0) void this.refresh().catch(() => undefined);
    } else this.refusal = { text: error instanceof Error ? error.message : String(error), ...where };
  }

  /** The whole table anew: what the page shows was stale. */
  async refresh(): Promise<void> {
    const seat = this.seat;
    const table = await get<Table>(`${this.path}/table${seatQuery(seat)}`);
    // The live connection may have told more meanwhile, or somebody has sat down elsewhere.
    if (seat === this.seat && table.entries >= (this.table?.entries ?? 0)) this.table = table;
  }
}
