/** What an order on the board of production comes to. Prices, arrivals and chances are the server's. */
import type { Draw, Good, ProductionBoard } from "../api";

/** Part of a noun → how many of it are ordered. */
export type Amounts = Readonly<Record<string, number>>;
type Goods = Readonly<Record<string, Good>>;

export function spent(goods: Goods, amounts: Amounts): number {
  return Object.entries(amounts).reduce((sum, [item, number]) => sum + number * (goods[item]?.cost ?? 0), 0);
}

/** The chance that a draw brings one of these, for so many ordered; before anything is ordered, for one. */
export function chanceOf(draw: Draw, ordered: number): number {
  return draw.chances[Math.max(0, Math.min(ordered, draw.chances.length) - 1)] ?? 0;
}

export interface Day {
  turn: number;
  name: string;
  late: boolean;
  /** units that are on their way already */
  units: number[];
  /** what is being ordered: how many, and a unit that shows what it is */
  ordered: { item: string; name: string; number: number; unit: number | undefined }[];
}

/** The arrival calendar, with what is being ordered put in its turn. */
export function calendar(board: ProductionBoard, goods: Goods, amounts: Amounts): Day[] {
  return board.calendar.map((day) => ({
    ...day,
    ordered: Object.entries(amounts)
      .filter(([item, number]) => number > 0 && goods[item]?.turn === day.turn)
      .map(([item, number]) => ({ item, number, name: goods[item]!.name, unit: goods[item]!.draws[0]?.units[0] })),
  }));
}

/** The name of a pool without its owner's, where that is whose board it is. */
export function shortName(name: string, owner: string): string {
  return name.startsWith(`${owner}: `) ? name.slice(owner.length + 2) : name;
}

export function percent(chance: number): string {
  return `${chance > 0 && chance < 0.1 ? (100 * chance).toFixed(1) : Math.round(100 * chance)} %`;
}

/** Factory → the resources that feed it, as they are being sent. */
export function feeding(given: Readonly<Record<string, string | number>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [item, to] of Object.entries(given)) found.set(String(to), [...(found.get(String(to)) ?? []), item]);
  return found;
}
