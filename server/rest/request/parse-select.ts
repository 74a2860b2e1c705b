import { tooComplex } from '../rest-error.ts';
import type { Aggregate, SelectEmbed, SelectField, SelectItem } from './ast.ts';
import { limits } from './limits.ts';
import { parseField } from './parse-field.ts';
import { fieldName, plainIdentifier, Scanner } from './scanner.ts';

export const star: SelectField = {
  kind: 'field',
  field: { name: '*', path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
};

interface Count {
  items: number;
  embeds: number;
}

/** `id,name:full_name,client:clients!inner(id),...owner(email),amount.sum()` */
export function parseSelect(text: string): readonly SelectItem[] {
  // `select=` selects no column of its own; only what is embedded counts.
  if (text.trim() === '') return [];
  const scanner = new Scanner('select parameter', text);
  const items = parseItems(scanner, { items: 0, embeds: 0 }, 0);
  if (!scanner.done) scanner.fail('"," or end of input');
  return items;
}

function parseItems(scanner: Scanner, count: Count, depth: number): SelectItem[] {
  if (depth > limits.depth) throw tooComplex('levels of embedding', limits.depth);
  const items: SelectItem[] = [];
  do {
    scanner.skipSpace();
    items.push(parseItem(scanner, count, depth));
    if (++count.items > limits.selectItems) throw tooComplex('selected items', limits.selectItems);
    scanner.skipSpace();
  } while (scanner.take(','));
  return items;
}

function parseItem(scanner: Scanner, count: Count, depth: number): SelectItem {
  if (scanner.take('...')) {
    return parseEmbed(scanner, count, depth, { alias: undefined, spread: true });
  }
  if (scanner.take('*')) {
    expectEnd(scanner);
    return star;
  }
  const alias = parseAlias(scanner);
  if (isCountCall(scanner)) {
    scanner.position += 'count()'.length;
    const aggregateCast = parseCast(scanner);
    expectEnd(scanner);
    return { ...star, alias, aggregate: 'count', aggregateCast };
  }
  return isEmbed(scanner)
    ? parseEmbed(scanner, count, depth, { alias, spread: false })
    : parseColumn(scanner, alias);
}

function parseAlias(scanner: Scanner): string | undefined {
  const start = scanner.position;
  if (scanner.peek() !== '"' && !aliasAhead.test(scanner.text.slice(start, start + 200))) {
    return undefined;
  }
  const alias = fieldName(scanner);
  if (scanner.startsWith(':') && !scanner.startsWith('::')) {
    scanner.position++;
    scanner.skipSpace();
    return alias;
  }
  scanner.position = start;
  return undefined;
}

// A colon that is not a cast, before anything that ends the item.
const aliasAhead = /^[^",()!.>:]*:(?!:)/;

function isCountCall(scanner: Scanner): boolean {
  return scanner.startsWith('count()');
}

function isEmbed(scanner: Scanner): boolean {
  const start = scanner.position;
  fieldName(scanner);
  const next = scanner.peek();
  scanner.position = start;
  return next === '(' || next === '!';
}

function parseEmbed(
  scanner: Scanner,
  count: Count,
  depth: number,
  named: { alias: string | undefined; spread: boolean },
): SelectEmbed {
  if (++count.embeds > limits.embeds) throw tooComplex('embedded resources', limits.embeds);
  const target = fieldName(scanner);
  let hint: string | undefined;
  let join: 'inner' | 'left' | undefined;
  for (let index = 0; index < 2 && scanner.take('!'); index++) {
    const word = fieldName(scanner);
    if (word === 'inner' || word === 'left') join ??= word;
    else hint ??= word;
  }
  scanner.expect('(', '"("');
  scanner.skipSpace();
  const items = scanner.peek() === ')' ? [] : parseItems(scanner, count, depth + 1);
  scanner.expect(')', '"," or ")"');
  return { kind: 'embed', target, hint, join, items, ...named };
}

function parseColumn(scanner: Scanner, alias: string | undefined): SelectField {
  const field = parseField(scanner);
  const cast = parseCast(scanner);
  const aggregate = parseAggregate(scanner);
  const aggregateCast = aggregate === undefined ? undefined : parseCast(scanner);
  expectEnd(scanner);
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
}

function parseCast(scanner: Scanner): string | undefined {
  return scanner.take('::') ? plainIdentifier(scanner) : undefined;
}

const aggregates: readonly Aggregate[] = ['sum', 'avg', 'count', 'max', 'min'];

function parseAggregate(scanner: Scanner): Aggregate | undefined {
  for (const aggregate of aggregates) {
    if (scanner.take(`.${aggregate}()`)) return aggregate;
  }
  return undefined;
}

function expectEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.done && scanner.peek() !== ',' && scanner.peek() !== ')') {
    scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
}
