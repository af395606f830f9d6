/** What the map of the world shows, worked out of the table: fronts, fleets, convoys, armies. */
import type { Board, CounterFace, Table } from "../api";
import type { Geometry } from "../map/geometry";
import { frontLine } from "../map/front";
import { squadrons } from "../state/sea";

/** Power → the one that it fights for: itself, or whose colony or ally it is. */
export function leaders(table: Pick<Table, "powers">): Map<string, string> {
  return new Map(table.powers.map(({ id, of }) => [id, of]));
}

/** The great powers with their sides; neutral: with nobody at war. */
export function majors(table: Pick<Table, "powers" | "wars">): { name: string; side: string | null; neutral: boolean }[] {
  const fighting = new Set(table.wars.flat());
  return table.powers.filter(({ id, of, seat }) => seat && of === id).map(({ id, side }) => ({ name: id, side, neutral: !fighting.has(id) }));
}

/** Whether two powers are at war, by their own names or by those of whom they fight for; before the first war: are of two sides. */
export function warsOf(table: Pick<Table, "powers" | "wars">): (one: string, other: string) => boolean {
  if (!table.wars.length) {
    const side = new Map(table.powers.map((power) => [power.id, power.side]));
    return (one, other) => !!side.get(one) && !!side.get(other) && side.get(one) !== side.get(other);
  }
  const lead = leaders(table);
  const wars = new Set(table.wars.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const names = (power: string): string[] => [...new Set([power, lead.get(power) ?? power])];
  return (one, other) => names(one).some((a) => names(other).some((b) => wars.has(`${a} ${b}`)));
}

export interface Front {
  one: string;
  other: string;
  pairs: [string, string][];
}

/** Lines along which two who are at war face each other, the longest first. */
export function fronts(geometry: Geometry, table: Pick<Table, "control" | "powers" | "wars">): Front[] {
  const lead = leaders(table);
  const found = new Map<string, Front>();
  for (const [a, b] of frontLine(geometry, table.control, warsOf(table))) {
    const [one, other] = [a, b].map((hex) => lead.get(table.control[hex]!) ?? table.control[hex]!).sort() as [string, string];
    const key = `${one} ${other}`;
    const known = found.get(key) ?? { one, other, pairs: [] };
    known.pairs.push([a, b]);
    found.set(key, known);
  }
  return [...found.values()].sort((p, q) => q.pairs.length - p.pairs.length);
}

/** What one side has in a sea area. */
export interface Waters {
  sea: string;
  side: string | null;
  ships: number;
  planes: number;
  convoys: number;
}

export function watersOf(table: Pick<Table, "units" | "convoys">, faces: Record<string, CounterFace>): Waters[] {
  const found = new Map<string, Waters>();
  for (const { sea, side, units, convoys } of squadrons(table)) {
    const key = `${sea} ${side}`;
    const known = found.get(key) ?? { sea, side, ships: 0, planes: 0, convoys: 0 };
    for (const unit of units) {
      const kind = faces[table.units[unit]!.counter]?.kind;
      if (kind === "naval") known.ships++;
      else if (kind === "air") known.planes++;
    }
    known.convoys += convoys.reduce((sum, { points }) => sum + points, 0);
    found.set(key, known);
  }
  return [...found.values()];
}

/** Sea areas in line that one side's convoys hold: pairs of neighbours. */
export function convoyLines(waters: readonly Waters[], seas: Board["seas"]): { from: string; to: string; side: string | null; points: number }[] {
  const held = new Map<string, number>(waters.filter(({ convoys }) => convoys).map(({ sea, side, convoys }) => [`${side} ${sea}`, convoys]));
  const sides = [...new Set(waters.map(({ side }) => side))];
  return seas.flatMap(({ name, borders }) =>
    borders
      .filter((other) => name < other)
      .flatMap((other) =>
        sides.flatMap((side) => {
          const [here, there] = [held.get(`${side} ${name}`), held.get(`${side} ${other}`)];
          return here && there ? [{ from: name, to: other, side, points: Math.min(here, there) }] : [];
        }),
      ),
  );
}

/** What stands in a hex, by kind. */
export interface Garrison {
  hex: string;
  power: string;
  side: string | null;
  land: number;
  air: number;
  ships: number;
}

export function garrisons(table: Pick<Table, "units">, faces: Record<string, CounterFace>): Garrison[] {
  const found = new Map<string, Garrison>();
  for (const unit of Object.values(table.units)) {
    const hex = unit.place.hex;
    const kind = faces[unit.counter]?.kind;
    if (hex == null || kind === undefined) continue;
    const known = found.get(hex) ?? { hex, power: unit.power, side: unit.side, land: 0, air: 0, ships: 0 };
    if (kind === "land") known.land++;
    else if (kind === "air") known.air++;
    else known.ships++;
    found.set(hex, known);
  }
  return [...found.values()];
}
