/** Layers that only the server can work out: zones of control, supply, air range, routes of resources. */
import type { LayerName, PlayerDesk } from "../state/desk.svelte";
import { get } from "../api";
import { askPolitics, bordersOverlay, middleOf, pageOf } from "../politics/politics";
import { askShipping, routesOf } from "../state/shipping.svelte";

export async function loadLayer(desk: PlayerDesk, name: LayerName): Promise<void> {
  try {
    await desk.game.newest.ask(`layer ${name}`, () => load(desk, name));
  } catch {
    desk.setLayerData(name, undefined); // a layer is a help: without it the map is still true
  }
}

async function load(desk: PlayerDesk, name: LayerName): Promise<void> {
  if (name === "zoc") await zones(desk);
  else if (name === "supply") await supply(desk);
  else if (name === "range") await range(desk);
  else if (name === "rails") rails(desk);
  else if (name === "routes") await loadRoutes(desk);
  else if (name === "notes") await notes(desk);
  else if (name === "pacts") await borders(desk);
}

async function zones(desk: PlayerDesk): Promise<void> {
  const answers = await Promise.all(desk.sides.map((side) => desk.game.ask("zoc", { side }).then(({ hexes }) => ({ side, hexes }))));
  desk.setLayerData("zoc", { fills: answers.map(({ side, hexes }) => ({ hexes, colour: desk.colourOfSide(side), alpha: 0.2, grow: 0.8, outline: true })) });
}

async function supply(desk: PlayerDesk): Promise<void> {
  const unit = desk.inspected ?? (desk.selected ? desk.unitsAt(desk.selected)[0] : undefined);
  const answers = await Promise.all(desk.sides.map((side) => desk.game.ask("supply-all", { side })));
  const hungry = new Set(answers.flatMap(({ units }) => Object.entries(units).filter(([, fed]) => !fed).map(([id]) => Number(id))));
  desk.view?.setHungry(hungry);
  if (unit === undefined || !desk.hexOf(unit)) {
    desk.setLayerData("supply", {});
    return;
  }
  const { in_supply, path } = await desk.game.ask("supply", { unit });
  const hexes = path.map(({ hex }) => hex);
  desk.setLayerData("supply", {
    arrows: in_supply && hexes.length > 1 ? [{ hexes, colour: 0x2f6b3a, width: 0.09 }] : [],
    rings: [{ hex: desk.hexOf(unit)!, colour: in_supply ? 0x2f6b3a : 0xb3261e }],
  });
}

async function range(desk: PlayerDesk): Promise<void> {
  const unit = desk.inspected ?? (desk.selected ? desk.unitsAt(desk.selected).find((one) => desk.face(one)?.kind === "air") : undefined);
  if (unit === undefined || desk.face(unit)?.kind !== "air") {
    desk.setLayerData("range", {});
    return;
  }
  const { hexes } = await desk.game.ask("range", { unit });
  desk.setLayerData("range", { fills: [{ hexes: Object.keys(hexes), colour: 0x5f7fae, alpha: 0.22 }] });
}

function rails(desk: PlayerDesk): void {
  const playing = desk.table?.in_play?.hexes ? new Set(desk.table.in_play.hexes) : null;
  const arrows = desk.lib.board.tracks
    .filter(([a, , kind]) => kind === "rail" && (!playing || playing.has(a)))
    .map(([a, b]) => ({ hexes: [a, b], colour: 0x3a2f25, width: 0.05, head: false }));
  desk.setLayerData("rails", { arrows });
}

/** How the seat's resources go to its factories: as they are being sent, else so that most of them are used. */
export async function loadRoutes(desk: PlayerDesk): Promise<void> {
  const seat = desk.game.seat;
  if (seat === null) return;
  if (desk.atSea) return loadShipping(desk);
  const found = await desk.game.newest.ask("routes", (still) => {
    const noun = desk.resourcesSent;
    return desk.game.ask("routes", noun ? { noun } : {}, still);
  });
  if (found) desk.routes = found.routes;
}

/** With a war at sea goods travel over it too. */
async function loadShipping(desk: PlayerDesk): Promise<void> {
  const found = await desk.game.newest.ask("routes", async () => {
    const noun = desk.resourcesSent;
    const first = await askShipping(desk, { noun });
    const others = noun ? [] : first.powers.filter((power) => power !== first.power);
    return [first, ...(await Promise.all(others.map((power) => askShipping(desk, { power }))))];
  });
  if (!found) return;
  desk.routes = found.flatMap((board) => routesOf(desk, board));
  desk.lanes = found.flatMap((board) => board.lanes.filter(({ owner }) => owner === board.power));
}

/** Common borders of pacts, each in the colour of its side, with what its garrison is worth in attack and in defence. */
async function borders(desk: PlayerDesk): Promise<void> {
  await askPolitics(desk);
  const [page, geometry] = [pageOf(desk), desk.view?.geometry];
  if (!page || !geometry) return;
  const place = (hex: string): [number, number] => [geometry.x[geometry.of(hex)]!, geometry.y[geometry.of(hex)]!];
  desk.setLayerData("pacts", bordersOverlay(page.pacts, (power) => desk.colourOfSide(desk.sideOfPower(power)), (hexes) => middleOf(hexes, place)));
}

async function notes(desk: PlayerDesk): Promise<void> {
  if (desk.game.seat === null) return;
  const { notes } = await get<{ notes: Record<string, string> }>(`${desk.game.path}/notes`);
  desk.setLayerData("notes", { dots: Object.keys(notes).map((hex) => ({ hex, colour: 0xe0b23a })) });
}
