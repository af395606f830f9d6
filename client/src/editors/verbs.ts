/** What can be done, on a button that asks for more. */
import type { Offer } from "../api";
import { sentence, t } from "../text";

/** A verb of a single thing may end in the middle of a sentence: lead an offensive with … */
export function verbWords({ label, shape }: Offer): string {
  return shape.shape === "One" ? t("decision-verb-of", { verb: sentence(label) }) : sentence(label);
}
