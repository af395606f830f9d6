/** A lesson under way: what the coach says, and which of his steps were read or skipped in this browser. */
import { get, post, type Coaching } from "../api";
import type { GameState } from "./game.svelte";
import type { Still } from "./newest";
import { gameAddress, router } from "./route.svelte";
import { settings } from "./settings.svelte";

const KEY = "worldfire-lesson-";

export async function startLesson(lesson: string): Promise<void> {
  const made = await post<{ game: string; seat: string }>("/api/lessons", { lesson });
  router.go(gameAddress(made.game, made.seat));
}

export class LessonState {
  /** Nothing before the server has said whether the game is a lesson. */
  says: Coaching | null = $state.raw(null);
  passed: readonly number[];
  private asked = 0;

  constructor(private readonly game: GameState) {
    this.passed = JSON.parse(localStorage.getItem(KEY + game.id) ?? "[]") as number[];
  }

  get isLesson(): boolean {
    return !!this.says?.lesson;
  }

  get finished(): boolean {
    return this.isLesson && this.says!.at === this.says!.steps;
  }

  /** Asks the coach again, because the game has gone on. */
  async listen(): Promise<void> {
    if (!this.says || this.says.lesson) await this.game.newest.ask("lesson", (still) => this.hear(still));
  }

  /** What the coach says now; an answer that a later one has overtaken is dropped. */
  private async hear(still?: Still): Promise<void> {
    const turn = ++this.asked;
    const says = await get<Coaching>(`${this.game.path}/lesson?passed=${this.passed.join(",")}`, still);
    if (turn !== this.asked) return;
    this.says = says;
    if (this.finished) {
      const done = settings.kept.lessonsDone;
      if (!done.includes(says.lesson)) settings.set("lessonsDone", [...done, says.lesson]);
      localStorage.removeItem(KEY + this.game.id);
    }
  }

  /** The step was read, or the learner does not want to do it. */
  async pass(): Promise<void> {
    if (!this.says) return;
    this.passed = [...new Set([...this.passed, this.says.at])];
    localStorage.setItem(KEY + this.game.id, JSON.stringify(this.passed));
    await this.hear();
  }
}
