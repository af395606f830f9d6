/** What a player likes, kept in his browser. */
import type { PaletteName } from "../map/palette";

const KEY = "worldfire-settings";

interface Kept {
  theme: "system" | "light" | "dark";
  palette: PaletteName;
  counterScale: number;
  tourSeen: boolean;
  /** Notices are shown by this browser, if it allows. */
  browserNotices: boolean;
  /** A sound tells that a turn has come. */
  sound: boolean;
  lessonsDone: string[];
  /** How fast what others do is shown; 0: not at all. */
  film: number;
  /** Mistakes are warned of before they are made. */
  warnings: boolean;
  /** Routine choices are proposed together. */
  plans: boolean;
  /** A new game begins with a page that says what wins. */
  briefings: boolean;
}

const DEFAULTS: Kept = { theme: "system", palette: "standard", counterScale: 1, tourSeen: true, browserNotices: false, sound: false, lessonsDone: [], film: 1, warnings: true, plans: true, briefings: true };

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  kept: Kept = $state(read());
  private systemDark = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => (this.systemDark = event.matches));
  }

  get dark(): boolean {
    return this.kept.theme === "dark" || (this.kept.theme === "system" && this.systemDark);
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    localStorage.setItem(KEY, JSON.stringify(this.kept));
  }
}

export const settings = new Settings();
