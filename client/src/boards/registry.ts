/** Boards on which a decision is answered, by the names that the server gives them. Other titles and later rules add theirs. */
import type { Component } from "svelte";
import type { PlayerDesk } from "../state/desk.svelte";
import ProductionBoard from "./ProductionBoard.svelte";
import ShippingBoard from "./ShippingBoard.svelte";

const BOARDS: Record<string, Component<{ desk: PlayerDesk }>> = { production: ProductionBoard, shipping: ShippingBoard };

/** The board of the decision that the seat is asked now; a server may know boards that the page does not. */
export function boardOf(desk: PlayerDesk): Component<{ desk: PlayerDesk }> | null {
  const name = desk.past ? null : desk.game.table?.decision?.board;
  return (name && BOARDS[name]) || null;
}
