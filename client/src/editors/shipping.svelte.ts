/** Routes of goods: the map shows them as they are, and a hex picks what lies in it. */
import type { Overlay } from "../map/overlay";
import { AssignDraft } from "./draft.svelte";

export class ShippingDraft extends AssignDraft {
  /** What is given no route is not used. */
  override get ready(): boolean {
    return true;
  }

  /** The layer of routes draws whole ways. */
  override get overlay(): Overlay {
    return {};
  }

  /** One of the goods of the hex; clicked again, the next one. */
  override clickHex(hex: string): boolean {
    const here = this.rows.filter((row) => this.item(row.item).hex === hex).map(({ item }) => item);
    if (!here.length) return false;
    this.active = here[(here.indexOf(this.active ?? "") + 1) % here.length]!;
    return true;
  }
}
