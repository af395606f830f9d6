/** Notices: what the server told this person, and the browser's own way of showing it, if that was allowed. */
import { get, post, type Notice } from "../api";
import { gameAddress, router } from "./route.svelte";
import { settings } from "./settings.svelte";

/** Pages that show a game hear of notices at once; the others look now and then. */
const LOOK_EVERY = 60_000;

class NoticeBoard {
  list: Notice[] = $state.raw([]);
  /** One that came while this page was open, until it is put away. */
  fresh: Notice | null = $state.raw(null);
  permission: NotificationPermission | "unsupported" = $state(typeof Notification === "undefined" ? "unsupported" : Notification.permission);
  private newest = -1;

  get unread(): number {
    return this.list.filter((notice) => !notice.read).length;
  }

  get inBrowser(): boolean {
    return settings.kept.browserNotices && this.permission === "granted";
  }

  async load(): Promise<void> {
    const { notices } = await get<{ notices: Notice[] }>("/api/notices");
    const known = this.newest;
    this.list = notices;
    this.newest = Math.max(known, ...notices.map((notice) => notice.id));
    if (known < 0) return;
    for (const notice of notices) if (notice.id > known && !notice.read) this.tell(notice);
  }

  hear(notice: Notice): void {
    if (this.list.some((known) => known.id === notice.id)) return;
    this.list = [notice, ...this.list];
    this.newest = Math.max(this.newest, notice.id);
    this.tell(notice);
  }

  private tell(notice: Notice): void {
    this.fresh = notice;
    this.show(notice.text, gameAddress(notice.game, null));
  }

  /** Shows a line outside the page; a click on it leads to the address. */
  show(text: string, address: string): void {
    if (!this.inBrowser) return;
    const shown = new Notification(text, { icon: "./icon.svg", tag: address });
    shown.onclick = () => {
      window.focus();
      router.go(address);
      shown.close();
    };
  }

  /** Asks the browser, which asks its owner: only ever after a click. */
  async allow(): Promise<void> {
    if (this.permission === "unsupported") return;
    this.permission = await Notification.requestPermission();
    settings.set("browserNotices", this.permission === "granted");
  }

  forbid(): void {
    settings.set("browserNotices", false);
  }

  async markRead(): Promise<void> {
    await post("/api/notices/read", {});
    this.list = this.list.map((notice) => ({ ...notice, read: true }));
    this.fresh = null;
  }

  /** Looks for notices while the browser is to show them; returns what ends it. */
  watch(): (() => void) | undefined {
    if (!this.inBrowser) return undefined;
    const timer = setInterval(() => void this.load().catch(() => undefined), LOOK_EVERY);
    return () => clearInterval(timer);
  }
}

export const noticeBoard = new NoticeBoard();
