/** Task forces that a player has given a name: kept in his browser, for each game and seat. */

export interface TaskForce {
  name: string;
  units: number[];
}

const MOST = 40;

function read(key: string): TaskForce[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is TaskForce => typeof one?.name === "string" && Array.isArray(one.units)) : [];
  } catch {
    return [];
  }
}

export class Fleets {
  list: TaskForce[] = $state.raw([]);
  private key = "";

  /** Those of this game and seat. */
  open(game: string, seat: string | null): void {
    const key = `worldfire-fleets-${game}-${seat ?? ""}`;
    if (key === this.key) return;
    this.key = key;
    this.list = read(key);
  }

  /** A ship belongs to one task force: in a new one it leaves the old. */
  form(name: string, units: number[]): void {
    const others = this.list
      .filter((one) => one.name !== name)
      .map((one) => ({ ...one, units: one.units.filter((unit) => !units.includes(unit)) }))
      .filter((one) => one.units.length);
    this.keep([...others, { name, units: [...units] }].slice(-MOST));
  }

  disband(name: string): void {
    this.keep(this.list.filter((one) => one.name !== name));
  }

  nameOf(unit: number): string | undefined {
    return this.list.find(({ units }) => units.includes(unit))?.name;
  }

  private keep(list: TaskForce[]): void {
    this.list = list;
    try {
      localStorage.setItem(this.key, JSON.stringify(list));
    } catch {
      // A browser that keeps nothing still knows them until the page is closed.
    }
  }
}

export const fleets = new Fleets();
