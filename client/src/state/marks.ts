/** What this browser has been shown of each game, so that what is new can be marked. */

function read(key: string): number {
  return Number(localStorage.getItem(key) ?? "0") || 0;
}

function raise(key: string, to: number): void {
  if (to > read(key)) localStorage.setItem(key, String(to));
}

const seen = (game: string, seat: string | null): string => `worldfire-seen-${game}-${seat ?? ""}`;
const logRead = (game: string): string => `worldfire-read-${game}`;
const heard = (game: string): string => `worldfire-heard-${game}`;

/** Entries that somebody on this seat has seen happen; 0: he was never here. */
export const seenEntries = (game: string, seat: string | null): number => read(seen(game, seat));
export const see = (game: string, seat: string | null, entries: number): void => raise(seen(game, seat), entries);

/** Entries that were there when the log was last read. */
export const readEntries = (game: string): number => read(logRead(game));
export const readLog = (game: string, entries: number): void => raise(logRead(game), entries);

/** The newest line of chat that was read. */
export const heardLine = (game: string): number => read(heard(game));
export const hearLine = (game: string, line: number): void => raise(heard(game), line);
