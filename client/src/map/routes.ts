/** The routes of resources to factories, as lines on the map: one colour for each factory. */
import type { Answers, Board, ShippingBoard } from "../api";
import type { Arrow, Overlay } from "./overlay";

/** As the server tells it; nowhere: the resource is not used. */
export type Route = Answers["routes"]["routes"][number] & {
  /** The sea areas on its way. */
  seas?: string[];
  /** Why it is not used. */
  idle?: string;
};

export type ConvoyLane = Pick<ShippingBoard["lanes"][number], "sea" | "points" | "used">;

const CHAIN = 0x5b7f9f;
const COLOURS = [0x1f5f9c, 0xb3541e, 0x2f6b3a, 0x8a2f6b, 0x8a6a12, 0x3f3f8f, 0x0f7a78, 0xa32a22];
const UNUSED = 0x77736b;

/** Hex of a factory → its colour. */
export function routeColours(routes: Route[]): Map<string, number> {
  const factories = [...new Set(routes.flatMap(({ to }) => (to === null ? [] : [to])))].sort();
  return new Map(factories.map((hex, n) => [hex, COLOURS[n % COLOURS.length]!]));
}

/** Lines with a dot at the resource and a ring at the factory; the route of one resource may stand out. */
export function routesOverlay(routes: Route[], chosen: string | null): Overlay {
  const colours = routeColours(routes);
  const lanes = [...colours.keys()];
  const arrows: Arrow[] = routes
    .filter(({ path }) => path.length > 1)
    .map(({ resource, to, path }) => ({
      hexes: path,
      colour: colours.get(to!)!,
      width: resource === chosen ? 0.16 : 0.07,
      // Routes to different factories share railways: each factory has its own lane.
      aside: 0.06 * ((lanes.indexOf(to!) % 5) - 2),
    }));
  return {
    arrows: arrows.sort((a, b) => a.width! - b.width!),
    dots: routes.map(({ from, to }) => ({ hex: from, colour: to === null ? UNUSED : colours.get(to)! })),
    rings: [...colours].map(([hex, colour]) => ({ hex, colour, width: 0.05 })),
  };
}

/** Convoys in neighbouring sea areas are links of a chain: a line from box to box, thicker where more can pass. */
export function chainsOverlay(lanes: readonly ConvoyLane[], seas: Board["seas"], anchor: (sea: string) => string | null): Overlay {
  const points = new Map<string, number>();
  for (const lane of lanes) points.set(lane.sea, (points.get(lane.sea) ?? 0) + lane.points);
  const arrows: Arrow[] = [];
  for (const { name, borders } of seas) {
    for (const other of borders) {
      if (name >= other || !points.has(name) || !points.has(other)) continue;
      const hexes = [anchor(name), anchor(other)].filter((hex): hex is string => hex !== null);
      const least = Math.min(points.get(name)!, points.get(other)!);
      if (hexes.length === 2) arrows.push({ hexes, colour: CHAIN, width: 0.05 + 0.02 * Math.min(least, 10), head: false });
    }
  }
  const dots = [...points.keys()].flatMap((sea) => anchor(sea) ?? []).map((hex) => ({ hex, colour: CHAIN }));
  return { arrows, dots };
}
