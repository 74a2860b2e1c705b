import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

export interface FuzzRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** What the generator may name. */
export interface Vocabulary {
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly relations: readonly string[];
  readonly functions: readonly string[];
  readonly parameters: readonly string[];
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

/** Requests from the grammar, half of them damaged in one place or several. */
export class RequestGenerator {
  readonly #random: Random;
  readonly #words: Vocabulary;

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
  }

  next(): FuzzRequest {
    const random = this.#random;
    const isCall = random.chance(0.2);
    const method = random.pick(
      isCall
        ? (['GET', 'HEAD', 'POST', 'POST'] as const)
        : (['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const),
    );
    const path = isCall
      ? `rpc/${random.pick(this.#words.functions)}`
      : random.pick(this.#words.tables);
    let query = this.#query(isCall);
    if (random.chance(0.5)) query = mutate(random, query);
    const writes = method !== 'GET' && method !== 'HEAD';
    return {
      method,
      url: `/rest/v1/${random.chance(0.03) ? mutate(random, path) : path}?${encode(random, query)}`,
      headers: this.#headers(writes),
      body: writes && method !== 'DELETE' ? this.#body() : undefined,
    };
  }

  #headers(writes: boolean): Record<string, string> {
    const random = this.#random;
    // Writes are undone, so that every request meets the same rows.
    const prefer = writes ? ['tx=rollback'] : [];
    prefer.push(...random.list(0, 2, () => random.pick(preferences)));
    const headers: Record<string, string> = { prefer: prefer.join(', ') };
    if (random.chance(0.4)) headers['accept'] = random.pick(accepts);
    if (random.chance(0.1))
      headers['range'] = random.pick(['0-1', '5-2', '3-', 'x', '0-999999999999999999']);
    if (random.chance(0.1)) {
      headers[writes ? 'content-profile' : 'accept-profile'] = random.pick([
        'public',
        'archive',
        'auth',
        '"',
      ]);
    }
    if (writes)
      headers['content-type'] = random.chance(0.8) ? 'application/json' : random.pick(contentTypes);
    return headers;
  }

  #query(isCall: boolean): string {
    const random = this.#random;
    const parts: string[] = [];
    if (random.chance(0.7)) parts.push(`select=${this.#select(0)}`);
    parts.push(...random.list(0, 3, () => `${this.#path()}=${this.#operation()}`));
    if (random.chance(0.2))
      parts.push(`${random.pick(['or', 'and', 'not.or', 'genres.or'])}=(${this.#logic(0)})`);
    if (random.chance(0.3))
      parts.push(`${random.pick(['order', 'genres.order'])}=${this.#order()}`);
    if (random.chance(0.2))
      parts.push(`${random.pick(['limit', 'genres.limit'])}=${random.pick(values)}`);
    if (random.chance(0.1))
      parts.push(`${random.pick(['offset', 'genres.offset'])}=${random.pick(values)}`);
    if (random.chance(0.1)) parts.push(`columns=${this.#column()},${this.#column()}`);
    if (random.chance(0.05)) parts.push(`on_conflict=${this.#column()}`);
    if (isCall) {
      parts.push(
        ...random.list(0, 2, () => `${random.pick(this.#words.parameters)}=${random.pick(values)}`),
      );
    }
    return parts.join('&');
  }

  #column(): string {
    return this.#random.chance(0.95)
      ? this.#random.pick(this.#words.columns)
      : this.#random.pick(values);
  }

  #field(): string {
    const random = this.#random;
    const steps = random.chance(0.2)
      ? random.list(1, 3, () =>
          random.pick(['->a', '->>b', '->0', '->>-1', '->"x y"', '->country', '->>code']),
        )
      : [];
    return this.#column() + steps.join('');
  }

  #path(): string {
    const random = this.#random;
    return random.chance(0.2)
      ? `${random.pick(this.#words.relations)}.${this.#field()}`
      : this.#field();
  }

  #operation(): string {
    const random = this.#random;
    return `${random.chance(0.15) ? 'not.' : ''}${random.pick(operators)}.${random.pick(values)}`;
  }

  #logic(depth: number): string {
    const random = this.#random;
    return random
      .list(1, 3, () =>
        depth < 3 && random.chance(0.3)
          ? `${random.pick(['and', 'or', 'not.and'])}(${this.#logic(depth + 1)})`
          : `${this.#field()}.${this.#operation()}`,
      )
      .join();
  }

  #order(): string {
    const random = this.#random;
    return random
      .list(1, 3, () => {
        const term = random.chance(0.2)
          ? `${random.pick(this.#words.relations)}(${this.#field()})`
          : this.#field();
        return term + random.pick(['', '.asc', '.desc', '.nullsfirst', '.desc.nullslast', '.up']);
      })
      .join();
  }

  #select(depth: number): string {
    const random = this.#random;
    return random
      .list(1, 4, () => {
        if (depth < 4 && random.chance(0.35)) return this.#embed(depth);
        if (random.chance(0.1)) return random.pick(['*', 'count()', 'count', 'x:count()']);
        const alias = random.chance(0.2)
          ? `${random.pick(['x', 'y', '"z z"', this.#column()])}:`
          : '';
        const cast = random.chance(0.1) ? `::${random.pick(casts)}` : '';
        return alias + this.#field() + cast + (random.chance(0.1) ? random.pick(aggregates) : '');
      })
      .join();
  }

  #embed(depth: number): string {
    const random = this.#random;
    const prefix = random.pick(['', '', '', '...', 'x:', 'y:']);
    const hint = random.chance(0.3)
      ? `!${random.pick([...this.#words.relations, 'books_author_fkey', 'id'])}`
      : '';
    const join = random.pick(['', '', '!inner', '!left']);
    const inner = random.chance(0.1) ? '' : this.#select(depth + 1);
    return `${prefix}${random.pick(this.#words.relations)}${hint}${join}(${inner})`;
  }

  #body(): string {
    const random = this.#random;
    const row = () =>
      Object.fromEntries(
        random.list(0, 4, () => [
          random.chance(0.7) ? this.#column() : random.pick(this.#words.parameters),
          random.pick<unknown>([...values, 1, -2.5, null, true, [1, 'a'], { id: 1, a: { b: 2 } }]),
        ]),
      );
    const text = JSON.stringify(random.chance(0.3) ? random.list(0, 3, row) : row());
    return random.chance(0.2) ? mutate(random, text) : text;
  }
}

/** Mostly as a client would encode it; now and then raw, as far as a URL can carry that. */
function encode(random: Random, query: string): string {
  const safe = query.replace(/[^\x21-\x7e]|[#%+]/gu, (character) => encodeURIComponent(character));
  return random.chance(0.02) ? safe.replace(/%/, '%zz') : safe;
}
