/** Which draft and which list edit a shape. What later parts of the game bring is added here. */
import type { Component } from "svelte";
import type { Offer, Shape } from "../api";
import AmountsEditor from "./AmountsEditor.svelte";
import AssignEditor from "./AssignEditor.svelte";
import AttacksEditor from "./AttacksEditor.svelte";
import BoardingEditor from "./BoardingEditor.svelte";
import * as drafts from "./draft.svelte";
import MovesEditor from "./MovesEditor.svelte";
import OneEditor from "./OneEditor.svelte";
import OrderEditor from "./OrderEditor.svelte";
import PartingEditor from "./PartingEditor.svelte";
import PathEditor from "./PathEditor.svelte";
import RailEditor from "./RailEditor.svelte";
import RawEditor from "./RawEditor.svelte";
import * as sea from "./sea.svelte";
import ShippingEditor from "./ShippingEditor.svelte";
import { ShippingDraft } from "./shipping.svelte";
import SetEditor from "./SetEditor.svelte";
import VoyageEditor from "./VoyageEditor.svelte";
import WayChooser from "./WayChooser.svelte";

type Maker = new (desk: drafts.Desk, verb: string, offer: Offer) => drafts.Draft;

interface Editor {
  draft: Maker;
  // Each component takes the draft of its own shape.
  list: Component<any> | null;
}

/** A shape that the client has no draft for: the noun is written as JSON. */
const UNKNOWN: Editor = { draft: drafts.RawDraft, list: RawEditor };

const EDITORS: Record<Shape["shape"], Editor> = {
  Nothing: { draft: drafts.NothingDraft, list: null },
  One: { draft: drafts.OneDraft, list: OneEditor },
  Set: { draft: drafts.SetDraft, list: SetEditor },
  Order: { draft: drafts.OrderDraft, list: OrderEditor },
  Assign: { draft: drafts.AssignDraft, list: AssignEditor },
  Allot: { draft: drafts.AssignDraft, list: AssignEditor },
  Send: { draft: drafts.AssignDraft, list: AssignEditor },
  Attacks: { draft: drafts.AttacksDraft, list: AttacksEditor },
  Amounts: { draft: drafts.AmountsDraft, list: AmountsEditor },
  Path: { draft: drafts.PathDraft, list: PathEditor },
  Moves: { draft: drafts.MovesDraft, list: MovesEditor },
  RailMoves: { draft: drafts.RailDraft, list: RailEditor },
  // Said by other pages of the table than a decision.
  WatchShape: UNKNOWN,
  ConsentShape: UNKNOWN,
  RequestShape: UNKNOWN,
  Voyages: { draft: sea.VoyageDraft, list: VoyageEditor },
  Courses: { draft: sea.OnwardDraft, list: WayChooser },
  Partings: { draft: sea.PartingDraft, list: PartingEditor },
  Boarding: { draft: sea.BoardingDraft, list: BoardingEditor },
};

/** Where what is chosen says more than its shape does. */
const BY_KIND: Record<string, Editor> = { RouteWord: { draft: ShippingDraft, list: ShippingEditor } };

/** A server may be newer than the page. */
export function editorOf({ shape, target_kind }: Offer): Editor {
  return BY_KIND[target_kind ?? ""] ?? EDITORS[shape.shape] ?? UNKNOWN;
}

export function makeDraft(desk: drafts.Desk, verb: string, offer: Offer): drafts.Draft {
  const draft = new (editorOf(offer).draft)(desk, verb, offer);
  draft.reset();
  return draft;
}
