/**
 * Checks the dice of a game by what the server has revealed, with nothing but the browser's own cryptography.
 * How dice are made stands in docs/dice.md and docs/save-format.md; the engine does the same in engine/chance.py.
 */
import type { DiceLog } from "../api";

export type Spell = DiceLog["spells"][number];
export type Seal = DiceLog["seals"][number];
export type Thrown = DiceLog["throws"][number];

export interface Checked {
  right: number;
  wrong: Thrown[];
  /** Rolls whose secret is not revealed yet. */
  sealed: number;
}

const encoder = new TextEncoder();

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** What this page adds to the dice that lie ready. */
export function ownChance(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Is the secret the one that the server had committed itself to? */
export async function fits({ commitment, secret: told }: { commitment: string; secret: string }): Promise<boolean> {
  const secret = fromHex(told);
  const label = encoder.encode("worldfire commitment");
  const joined = new Uint8Array(label.length + secret.length);
  joined.set(label);
  joined.set(secret, label.length);
  return (await sha256(joined)) === commitment;
}

/** The dice of one secret, with what was added. */
class Dice {
  private constructor(
    private readonly key: CryptoKey,
    private readonly prefix: string,
  ) {}

  static async of(secret: string, contributions: [string, string][]): Promise<Dice> {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", fromHex(secret), hmac, false, ["sign"]);
    const added = contributions.map(([seat, given]) => `${seat}:${given}`).join(",");
    return new Dice(key, added ? `${await sha256(encoder.encode(added))}|` : "");
  }

  private async block(context: string, number: number): Promise<Uint8Array> {
    const signed = await crypto.subtle.sign("HMAC", this.key, encoder.encode(`${this.prefix}${context}#${number}`));
    return new Uint8Array(signed);
  }

  async throw(context: string, count: number, sides: number): Promise<number[]> {
    if (sides === 10 && count <= 8) {
      const fair = Array.from(await this.block(context, 0)).filter((byte) => byte < 250);
      return fair.slice(0, count).map((byte) => (byte % 10) + 1);
    }
    return (await this.numbers(context, sides, count)).map((number) => number + 1);
  }

  async pick(context: string, count: number, among: number): Promise<number[]> {
    const left = Array.from({ length: among }, (_, index) => index);
    const picked: number[] = [];
    for (let index = 0; index < Math.min(count, among); index++) {
      const [at] = await this.numbers(`${context}/${index}`, left.length, 1);
      picked.push(...left.splice(at!, 1));
    }
    return picked;
  }

  /** Fair numbers: 32 bits at a time, those beyond the last whole multiple thrown away. */
  private async numbers(context: string, below: number, count: number): Promise<number[]> {
    const limit = 2 ** 32 - (2 ** 32 % below);
    const found: number[] = [];
    for (let number = 0; found.length < count; number++) {
      const view = new DataView((await this.block(context, number)).buffer);
      for (let at = 0; at < 32 && found.length < count; at += 4) {
        const word = view.getUint32(at);
        if (word < limit) found.push(word % below);
      }
    }
    return found;
  }
}

function same(ours: number[], theirs: number[]): boolean {
  return ours.length === theirs.length && ours.every((value, at) => value === theirs[at]);
}

/** Does the revealed secret give this throw, or draw? */
async function gives(dice: Dice, game: string, thrown: Thrown): Promise<boolean> {
  const action = await sha256(encoder.encode(thrown.action));
  const context = `${game}|${thrown.entry}|${action}|${thrown.number}|${thrown.kind}`;
  const { values, sides } = thrown;
  return (
    same(await dice.throw(context, values.length, sides), values) ||
    same(await dice.pick(context, values.length, sides), values)
  );
}

/** What a throw came from: the secret, if it is revealed, and what was added to it. */
function source(log: DiceLog, thrown: Thrown): { from: Spell | Seal; added: [string, string][] } | null {
  const at = <T extends { since: number }>(list: T[]): T | undefined => list.findLast(({ since }) => since <= thrown.entry);
  const spell = at(log.spells);
  const from = thrown.veiled ? at(log.seals) : spell;
  return from?.secret && spell ? { from, added: spell.added } : null;
}

/** Checks every throw of the answer whose secret is revealed. */
export async function checkDice(log: DiceLog): Promise<Checked> {
  const checked: Checked = { right: 0, wrong: [], sealed: 0 };
  const known = new Map<string, Promise<Dice | null>>();
  for (const thrown of log.throws) {
    const found = source(log, thrown);
    if (!found) {
      checked.sealed += 1;
      continue;
    }
    const { from, added } = found;
    const name = JSON.stringify([from.commitment, added]);
    if (!known.has(name)) known.set(name, fits(from).then((right) => (right ? Dice.of(from.secret, added) : null)));
    const dice = await known.get(name)!;
    if (dice && (await gives(dice, log.game, thrown))) checked.right += 1;
    else checked.wrong.push(thrown);
  }
  return checked;
}
