import type { BenchEnvironment } from '../environment.ts';

export type Row = Record<string, unknown>;

const MAX_SHOWN = 10;
/** What PostgreSQL gives a statement of a person at least. */
const STATEMENT_SECONDS = 7;

/** Calls as one account, over HTTP; a refusal ends the run. */
export class Api {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  static calls = 0;
  /**
   * Calls that were canceled long before their time. A signal that comes while PostgreSQL waits for a lock is shown the
   * true clock by libfaketime, and a clock months ahead takes every statement for one that runs too long.
   */
  static cutShort = 0;
  /** Seconds until answers came, by what was asked. */
  static readonly #seconds = new Map<string, number>();

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  static as({ url, anonKey }: BenchEnvironment, token: string): Api {
    return new Api(url, {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-reason': 'Simulated year',
    });
  }

  /** What was waited for longest; some of it at once. */
  static get slowest(): string {
    return [...Api.#seconds]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_SHOWN)
      .map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`)
      .join(', ');
  }

  async call<T = unknown>(name: string, body: object = {}): Promise<T> {
    return (await this.#send('POST', `rpc/${name}`, body)) as T;
  }

  async add(table: string, rows: object): Promise<void> {
    await this.#send('POST', table, rows);
  }

  async change(table: string, filter: string, row: object): Promise<void> {
    await this.#send('PATCH', `${table}?${filter}`, row);
  }

  async read(path: string): Promise<Row[]> {
    return (await this.#send('GET', path)) as Row[];
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    Api.calls += 1;
    const begun = performance.now();
    const answer = await fetch(`${this.#url}/rest/v1/${path}`, {
      method,
      headers: { ...this.#headers, prefer: 'return=minimal' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const name = `${method} ${path.split('?', 1)[0]}`;
    const seconds = (performance.now() - begun) / 1000;
    Api.#seconds.set(name, (Api.#seconds.get(name) ?? 0) + seconds);
    if (text.startsWith('{"code":"57014"') && seconds < STATEMENT_SECONDS) {
      Api.cutShort += 1;
      return this.#send(method, path, body);
    }
    if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)?.slice(0, 2_000)}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}

/** For each, some at once. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}
