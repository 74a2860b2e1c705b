import { setTimeout as sleep } from 'node:timers/promises';
import type { Fact, Ledger } from './ledger.ts';
import { type Answer, retryUntilAnswered } from './retry-until-answered.ts';

export type Headers = Readonly<Record<string, string>>;
/** How to be somebody. */
export type HeadersFor = (userId: string) => Promise<Headers>;

const MAX_PAUSE_MS = 250;

/** Work of several kinds at once, each without end; a call is repeated until it is answered. */
export class Lines {
  protected readonly url: string;
  protected readonly ledger: Ledger;
  #lines: readonly Promise<void>[] = [];
  #working = true;

  protected constructor(url: string, ledger: Ledger) {
    this.url = url;
    this.ledger = ledger;
  }

  /** Everyone finishes what is in hand, so that each call has been answered. */
  async goHome(): Promise<void> {
    this.#working = false;
    await Promise.all(this.#lines);
  }

  protected begin(works: readonly (() => Promise<void>)[]): void {
    this.#lines = works.map((work) => this.#repeat(work.bind(this)));
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#working) {
      await work().catch((error: Error) => this.ledger.complaints.push(error.message));
      await pause();
    }
  }

  protected call(path: string, headers: Headers, body: object): Promise<Answer> {
    return retryUntilAnswered(this.ledger, `${this.url}/rest/v1/${path}`, 'POST', headers, body);
  }

  /** What nobody has a reason to refuse; `after`: refusals that say that a lost answer was a yes. */
  protected async demand(
    path: string,
    headers: Headers,
    body: object,
    after: readonly string[] = [],
  ): Promise<unknown> {
    const answer = await this.call(path, headers, body);
    if (answer.kind === 'done') return answer.body;
    if (after.some((hint) => answer.text.includes(hint))) return undefined;
    throw new Error(`${path}: ${answer.text}`);
  }

  /** A row with an id of our own: refused as a duplicate, it was there before the answer was lost. */
  protected async create(table: string, headers: Headers, row: object): Promise<void> {
    await this.demand(table, headers, row, ['23505']);
  }

  protected note(table: Fact['table'], id: string, expected: Record<string, unknown>): void {
    const known = this.ledger.facts.get(id)?.expected;
    this.ledger.facts.set(id, { table, id, expected: { ...known, ...expected } });
  }
}

export function pause(maxMs = MAX_PAUSE_MS): Promise<void> {
  return sleep(Math.random() * maxMs);
}
