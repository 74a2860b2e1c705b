import { setTimeout as sleep } from 'node:timers/promises';

interface Source {
  /** Takes a turn, or says how many seconds to wait until there may be one. */
  readonly tryTakeTurn: () => Promise<number>;
  readonly rememberedMs: number;
  /** Thrown where others have been waiting for too long. */
  readonly busy: () => Error;
}

interface Remembered<Answer> {
  readonly until: number;
  readonly answer: Answer;
}

const MAX_WAIT_SECONDS = 6;
const MAX_REMEMBERED = 1_000;

/** Answers of a service elsewhere: remembered for a while, and asked for no faster than it allows. */
export class RememberedAnswers<Answer> {
  readonly #source: Source;
  readonly #answers = new Map<string, Remembered<Answer>>();

  constructor(source: Source) {
    this.#source = source;
  }

  async find(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known && known.until > Date.now()) return known.answer;
    await this.waitForTurn();
    const answer = await ask();
    this.#remember(key, answer);
    return answer;
  }

  /** Before every request but the first of an answer, which has waited. */
  async waitForTurn(): Promise<void> {
    let waitedSeconds = 0;
    for (;;) {
      const seconds = await this.#source.tryTakeTurn();
      if (seconds <= 0) return;
      waitedSeconds += seconds;
      if (waitedSeconds > MAX_WAIT_SECONDS) throw this.#source.busy();
      await sleep(seconds * 1000);
    }
  }

  #remember(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, { until: Date.now() + this.#source.rememberedMs, answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_REMEMBERED && oldest !== undefined) this.#answers.delete(oldest);
  }
}
