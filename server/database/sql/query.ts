import type { Readable, Writable } from 'node:stream';
import { type Parameter, toWire } from './parameters.ts';
import { Fragment, type Statement, toStatement } from './statement.ts';

export type Rows<T> = T & {
  /** Rows returned or, for a write that returns none, changed. */
  readonly count: number;
};

/** Where a query runs. */
export interface Runner {
  /** `prepare`: PostgreSQL is to keep the plan, for the same text will come again. */
  run(statement: Statement, prepare: boolean): Promise<Rows<never>>;
  copyTo(text: string): Promise<Readable>;
  copyFrom(text: string): Promise<Writable>;
}

/** Runs once, when somebody waits for it; until then it can become part of another query. */
export class Query<T> extends Fragment implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query';
  readonly #runner: Runner;
  readonly #given: readonly Parameter[] | undefined;
  #result: Promise<Rows<T>> | undefined;

  /** `given`: the values of a text that says `$1`, `$2` … itself. */
  constructor(runner: Runner, fragment: Fragment, given?: readonly Parameter[]) {
    super(fragment.strings, fragment.values);
    this.#runner = runner;
    this.#given = given;
  }

  execute(): Promise<Rows<T>> {
    this.#result ??= this.#run();
    return this.#result;
  }

  /** Of `copy … to stdout`. */
  readable(): Promise<Readable> {
    return this.#runner.copyTo(toStatement(this).text);
  }

  /** Of `copy … from stdin`; finished when PostgreSQL has all of it. */
  writable(): Promise<Writable> {
    return this.#runner.copyFrom(toStatement(this).text);
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited
  then<A = Rows<T>, B = never>(
    onFulfilled?: ((value: Rows<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onFulfilled, onRejected);
  }

  catch<B = never>(
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<Rows<T> | B> {
    return this.execute().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Rows<T>> {
    return this.execute().finally(onFinally);
  }

  async #run(): Promise<Rows<T>> {
    const { text, values } = toStatement(this);
    if (this.#given) return this.#runner.run({ text, values: this.#given.map(toWire) }, false);
    return this.#runner.run({ text, values }, true);
  }
}
