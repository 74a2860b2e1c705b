import type { Random } from '../random.ts';
import { mutate } from './mutate.ts';

export interface FuzzRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** What the generator may name. */
export interface Vocabulary {
  readonly tables: Readonly<Record<string, TableWords>>;
  /** Parameters with values of which one is drawn. */
  readonly functions: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
}

interface TableWords {
  /** Columns with operations that suit their type. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Values that suit the type of a column, for rows that are written. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** What may be embedded, and the table that is. */
  readonly relations: Readonly<Record<string, string>>;
}

const operators = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'cs', 'cd', 'ov'],
  ...['sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct', 'fts', 'plfts', 'phfts', 'wfts'],
  ...['eq(any)', 'like(all)', 'fts(english)', 'fts(simple)', 'is', 'in', 'noop', ''],
];

const values = [
  ...['1', '2', '-1', '0', '99999999999999999999', '1.5', 'NaN', 'null', 'true', 'unknown', ''],
  ...['Ada', 'Notes', '*o*', '%', '_', '{1,2}', '{a,b}', '(1,2)', '("a","b,c")', '[1990,2000)'],
  ...['{"age":36}', '2026-01-01', 'cat & rat', "'", '"', '\\', ';--', '/*', '$1', '$$', ')', '('],
  ...["' or 1=1 --", '"; drop table books; --', 'pg_sleep(1)', '\u0000', '👋', 'é', '}', '{', '::'],
];

const casts = [
  'text',
  'int4',
  'int',
  'json',
  'double precision',
  'nope',
  'regclass',
  '_text',
  'uuid',
];
const aggregates = ['.count()', '.sum()', '.avg()', '.max()', '.min()', '.sum()::text'];
const accepts = [
  ...['application/json', '*/*', 'application/vnd.pgrst.object+json', 'text/csv', 'text/html'],
  ...['application/vnd.pgrst.array+json;nulls=stripped', 'application/vnd.pgrst.plan+json', ';;,'],
];
const preferences = [
  ...[
    'count=exact',
    'count=planned',
    'count=estimated',
    'return=representation',
    'missing=default',
  ],
  ...['return=headers-only', 'return=minimal', 'resolution=merge-duplicates', 'handling=strict'],
  ...[
    'resolution=ignore-duplicates',
    'max-affected=1',
    'timezone=America/New_York',
    'timezone=x',
    'a=b',
  ],
];
const contentTypes = [
  'application/json',
  'text/csv',
  'application/x-www-form-urlencoded',
  'text/plain',
  'a/b',
];

/** How often a name or value is drawn that does not fit where it stands. */
const strangeness = 0.03;

/** Requests from the grammar, a third of them damaged in one place or several. */
export class RequestGenerator {
  readonly #random: Random;
  readonly #words: Vocabulary;
  readonly #allColumns: readonly string[];
  readonly #strangeRelations: readonly string[];

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
    this.#allColumns = Object.values(words.tables).flatMap(({ columns }) => Object.keys(columns));
    this.#strangeRelations = [...Object.keys(words.tables), 'nope'];
  }

  /** `isCall`: of a function, a table otherwise. */
  next(isCall = this.#random.chance(0.2)): FuzzRequest {
    const random = this.#random;
    const method = random.pick(
      isCall
        ? (['GET', 'HEAD', 'POST', 'POST'] as const)
        : (['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const),
    );
    const name = random.pick(Object.keys(isCall ? this.#words.functions : this.#words.tables));
    const table = isCall ? random.pick(Object.keys(this.#words.tables)) : name;
    const isPosted = isCall && method === 'POST' && random.chance(0.7);
    let query = isPosted ? '' : this.#query(table, isCall ? name : undefined);
    if (random.chance(0.3)) query = mutate(random, query);
    const writes = method !== 'GET' && method !== 'HEAD';
    const path = isCall ? `rpc/${name}` : name;
    return {
      method,
      url: `/rest/v1/${random.chance(0.02) ? mutate(random, path) : path}?${encode(random, query)}`,
      headers: this.#headers(writes),
      body:
        writes && method !== 'DELETE' ? this.#body(table, isCall ? name : undefined) : undefined,
    };
  }

  #headers(writes: boolean): Record<string, string> {
    const random = this.#random;
    // Writes are undone, so that every request meets the same rows.
    const prefer = writes ? ['tx=rollback'] : [];
    prefer.push(...random.list(0, 2, () => random.pick(preferences)));
    const headers: Record<string, string> = { prefer: prefer.join(', ') };
    if (random.chance(0.2)) headers['accept'] = random.pick(accepts);
    if (random.chance(0.05)) {
      headers['range'] = random.pick(['0-1', '5-2', '3-', 'x', '0-999999999999999999']);
    }
    if (random.chance(0.05)) {
      const profile = random.pick(['public', 'archive', 'auth', '"']);
      headers[writes ? 'content-profile' : 'accept-profile'] = profile;
    }
    if (writes) {
      headers['content-type'] = random.chance(0.9) ? 'application/json' : random.pick(contentTypes);
    }
    return headers;
  }

  #query(table: string, called: string | undefined): string {
    const random = this.#random;
    const embedded = random.pick(this.#relations(table));
    const inner = this.#words.tables[table]?.relations[embedded] ?? table;
    const parts: string[] = [];
    if (called !== undefined) parts.push(...this.#arguments(called));
    // A function's rows are seldom those of the table that was drawn.
    if (called !== undefined && random.chance(0.6)) return parts.join('&');
    if (random.chance(0.7)) parts.push(`select=${this.#select(table, 0)}`);
    // Conditions on an embedded resource need it to be there.
    if (random.chance(0.15)) {
      parts.push(`select=${this.#select(table, 3)},${embedded}(*)`);
      parts.push(`${embedded}.${this.#condition(inner, '=')}`);
      if (random.chance(0.5)) parts.push(`${embedded}.order=${this.#order(inner)}`);
      if (random.chance(0.5)) parts.push(`${embedded}.limit=${random.pick(['1', '2', '-1', 'x'])}`);
      if (random.chance(0.3))
        parts.push(`${embedded}=${random.pick(['is.null', 'not.is.null', 'eq.1'])}`);
    }
    parts.push(...random.list(0, 2, () => this.#condition(table, '=')));
    if (random.chance(0.2)) {
      parts.push(`${random.pick(['or', 'and', 'not.or'])}=(${this.#logic(table, 0)})`);
    }
    if (random.chance(0.3)) parts.push(`order=${this.#order(table)}`);
    if (random.chance(0.2)) parts.push(`limit=${random.pick(['1', '2', '5', '0', ...values])}`);
    if (random.chance(0.1)) parts.push(`offset=${random.pick(['0', '1', '3', ...values])}`);
    if (random.chance(0.05)) parts.push(`columns=${this.#column(table)},${this.#column(table)}`);
    if (random.chance(0.05)) parts.push(`on_conflict=${this.#column(table)}`);
    return parts.join('&');
  }

  #arguments(called: string): string[] {
    return Object.entries(this.#words.functions[called] ?? {})
      .filter(() => !this.#isStrange())
      .map(
        ([name, choices]) =>
          `${name}=${this.#isStrange() ? this.#random.pick(values) : argument(this.#random.pick(choices))}`,
      );
  }

  #isStrange(): boolean {
    return this.#random.chance(strangeness);
  }

  #relations(table: string): readonly string[] {
    const own = Object.keys(this.#words.tables[table]?.relations ?? {});
    return own.length === 0 || this.#isStrange() ? this.#strangeRelations : own;
  }

  #column(table: string): string {
    const random = this.#random;
    if (this.#isStrange()) return random.pick([...values, 'nope']);
    const own = Object.keys(this.#words.tables[table]?.columns ?? {});
    return random.pick(own.length === 0 || this.#isStrange() ? this.#allColumns : own);
  }

  #field(table: string): string {
    const random = this.#random;
    const steps = random.chance(0.1)
      ? random.list(1, 3, () => random.pick(['->a', '->>b', '->0', '->>-1', '->"x y"', '->>code']))
      : [];
    return this.#column(table) + steps.join('');
  }

  #condition(table: string, separator: '=' | '.'): string {
    const random = this.#random;
    const column = this.#column(table);
    const suitable = this.#words.tables[table]?.columns[column];
    const not = random.chance(0.15) ? 'not.' : '';
    if (suitable === undefined || suitable.length === 0 || random.chance(0.1)) {
      return `${this.#field(table)}${separator}${not}${random.pick(operators)}.${random.pick(values)}`;
    }
    return `${column}${separator}${not}${random.pick(suitable)}`;
  }

  #logic(table: string, depth: number): string {
    const random = this.#random;
    return random
      .list(1, 3, () =>
        depth < 3 && random.chance(0.3)
          ? `${random.pick(['and', 'or', 'not.and'])}(${this.#logic(table, depth + 1)})`
          : this.#condition(table, '.'),
      )
      .join();
  }

  #order(table: string): string {
    const random = this.#random;
    return random
      .list(1, 3, () => {
        const term = random.chance(0.05)
          ? `${random.pick(this.#relations(table))}(id)`
          : this.#field(table);
        return term + random.pick(['', '.asc', '.desc', '.nullsfirst', '.desc.nullslast']);
      })
      .join();
  }

  #select(table: string, depth: number): string {
    const random = this.#random;
    return random
      .list(1, 3, () => {
        if (depth < 4 && random.chance(0.3)) return this.#embed(table, depth);
        if (random.chance(0.15)) return random.pick(['*', '*', 'count()', 'count', 'x:count()']);
        const alias = random.chance(0.2) ? `${random.pick(['x', 'y', '"z z"', 'id'])}:` : '';
        const cast = random.chance(0.1) ? `::${random.pick(casts)}` : '';
        const aggregate = random.chance(0.05) ? random.pick(aggregates) : '';
        return alias + this.#field(table) + cast + aggregate;
      })
      .join();
  }

  #embed(table: string, depth: number): string {
    const random = this.#random;
    const relation = random.pick(this.#relations(table));
    const target = this.#words.tables[table]?.relations[relation] ?? table;
    const prefix = random.pick(['', '', '', '...', `e${random.below(1000)}:`]);
    const hint = this.#isStrange() ? `!${random.pick(['books_author_fkey', 'id', 'nope'])}` : '';
    const join = random.pick(['', '', '!inner', '!left']);
    const inner = random.chance(0.1) ? '' : this.#select(target, depth + 1);
    return `${prefix}${relation}${hint}${join}(${inner})`;
  }

  #body(table: string, called: string | undefined): string {
    const random = this.#random;
    const strange = [...values, 1, -2.5, null, true, [1, 'a'], { id: 1, a: { b: 2 } }];
    const row = () => {
      if (called !== undefined) {
        const given = Object.entries(this.#words.functions[called] ?? {});
        return Object.fromEntries(
          given.map(([name, choices]) => [
            name,
            random.pick<unknown>(this.#isStrange() ? strange : choices),
          ]),
        );
      }
      return Object.fromEntries(
        random.list(0, 4, () => {
          const column = this.#column(table);
          const suitable = this.#words.tables[table]?.values?.[column];
          return [
            column,
            random.pick<unknown>(random.chance(0.8) ? (suitable ?? strange) : strange),
          ];
        }),
      );
    };
    const text = JSON.stringify(random.chance(0.2) ? random.list(0, 3, row) : row());
    return random.chance(0.1) ? mutate(random, text) : text;
  }
}

/** An argument as it stands in a query string. */
function argument(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join()}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Mostly as a client would encode it; now and then raw, as far as a URL can carry that. */
function encode(random: Random, query: string): string {
  const safe = query.replace(/[^\x21-\x7e]|[#%+]/gu, (character) => encodeURIComponent(character));
  return random.chance(0.02) ? safe.replace(/%/, '%zz') : safe;
}
