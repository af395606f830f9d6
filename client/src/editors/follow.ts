/** The list follows what is being edited, also where that was picked on the map. */
export function follow(row: HTMLElement, active: boolean): { update: (now: boolean) => void } {
  const look = (now: boolean): void => {
    if (now) row.scrollIntoView({ block: "nearest" });
  };
  look(active);
  return { update: look };
}
