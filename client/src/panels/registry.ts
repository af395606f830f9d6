/** The panels of the staff, in the order of their tabs. The sea and the nations add theirs here. */
import type { Component } from "svelte";
import type { PlayerDesk } from "../state/desk.svelte";
import { t } from "../text";
import Allies from "./Allies.svelte";
import Chat from "./Chat.svelte";
import Charts from "./Charts.svelte";
import Finder from "./Finder.svelte";
import Help from "./Help.svelte";
import HexPanel from "./HexPanel.svelte";
import Log from "./Log.svelte";
import Objectives from "./Objectives.svelte";
import Orders from "./Orders.svelte";
import Politics from "./Politics.svelte";
import Pools from "./Pools.svelte";
import Replay from "./Replay.svelte";
import SeaPanel from "./SeaPanel.svelte";
import Seats from "./Seats.svelte";
import Statistics from "./Statistics.svelte";

export interface Panel {
  id: string;
  title: () => string;
  component: Component<{ desk: PlayerDesk }>;
  /** Whether this game has it; none: every game does. */
  wanted?: (desk: PlayerDesk) => boolean;
}

export const panels: Panel[] = [
  { id: "log", title: () => t("panel-log"), component: Log },
  { id: "hex", title: () => t("panel-hex"), component: HexPanel },
  { id: "sea", title: () => t("panel-sea"), component: SeaPanel, wanted: (desk) => desk.atSea },
  { id: "finder", title: () => t("panel-finder"), component: Finder },
  { id: "pools", title: () => t("panel-pools"), component: Pools },
  { id: "objectives", title: () => t("panel-objectives"), component: Objectives },
  { id: "politics", title: () => t("panel-politics"), component: Politics, wanted: (desk) => !!desk.standing?.campaign },
  { id: "charts", title: () => t("panel-charts"), component: Charts },
  { id: "statistics", title: () => t("panel-statistics"), component: Statistics },
  { id: "replay", title: () => t("panel-replay"), component: Replay },
  { id: "seats", title: () => t("panel-seats"), component: Seats },
  { id: "allies", title: () => t("panel-allies"), component: Allies, wanted: (desk) => !!desk.table?.allies.length },
  { id: "chat", title: () => t("panel-chat"), component: Chat },
  { id: "orders", title: () => t("panel-orders"), component: Orders },
  { id: "help", title: () => t("panel-help"), component: Help },
];
