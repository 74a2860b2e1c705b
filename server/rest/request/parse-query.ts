import { tooComplex } from '../rest-error.ts';
import type { At, Condition, Filter, OrderTerm, QueryAst, SelectItem, Slot, Value } from './ast.ts';
import { limits } from './limits.ts';
import { parseJsonPath } from './parse-field.ts';
import { parseLogic } from './parse-logic.ts';
import { parseOperation, type ValueReader } from './parse-operation.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect, star } from './parse-select.ts';
import { fieldName, Scanner } from './scanner.ts';
import type { QueryPart, SplitQuery } from './split-query.ts';

const everything: readonly SelectItem[] = [star];

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

/**
 * The second, dearer half of reading a query string; its result depends on the shape alone.
 * `isCall`: parameters without an operator are the function's arguments instead of a mistake.
 */
export function parseQuery(query: SplitQuery, isCall: boolean): QueryAst {
  let select: readonly SelectItem[] | undefined;
  const ast: Mutable<Pick<QueryAst, 'conditions' | 'orders' | 'limits' | 'offsets' | 'arguments'>> =
    {
      conditions: [],
      orders: [],
      limits: [],
      offsets: [],
      arguments: [],
    };
  let columns: readonly string[] | undefined;
  let onConflict: readonly string[] | undefined;
  for (const part of query.parts) {
    switch (part.kind) {
      case 'select':
        select ??= parseSelect(part.fixed);
        break;
      case 'columns':
        columns ??= parseNames('columns parameter', part.fixed);
        break;
      case 'onConflict':
        onConflict ??= parseNames('on_conflict parameter', part.fixed);
        break;
      case 'order':
        ast.orders.push(orderAt(part));
        break;
      case 'limit':
        ast.limits.push({ path: resourcePath(part.key), value: { slot: part.slot } });
        break;
      case 'offset':
        ast.offsets.push({ path: resourcePath(part.key), value: { slot: part.slot } });
        break;
      case 'logic':
        ast.conditions.push(logicAt(part));
        break;
      case 'filter':
        if (isCall && part.fixed === '' && !part.key.includes('.')) {
          ast.arguments.push({ name: part.key, value: { slot: part.slot } });
        } else {
          ast.conditions.push(filterAt(part, query.values[part.slot] ?? ''));
        }
    }
  }
  if (ast.conditions.length > limits.conditions) throw tooComplex('conditions', limits.conditions);
  return { select: select ?? everything, columns, onConflict, ...ast };
}

function parseNames(what: string, text: string): readonly string[] {
  const scanner = new Scanner(what, text);
  const names = new Set<string>();
  do {
    scanner.skipSpace();
    names.add(fieldName(scanner));
    scanner.skipSpace();
  } while (scanner.take(','));
  if (!scanner.done) scanner.fail('"," or end of input');
  return [...names];
}

/** `a.b.limit` → `['a', 'b']` */
function resourcePath(key: string): readonly string[] {
  return treePath(key).names.slice(0, -1);
}

function treePath(key: string) {
  const scanner = new Scanner('tree path', key);
  const names = [fieldName(scanner)];
  while (scanner.take('.')) names.push(fieldName(scanner));
  const path = parseJsonPath(scanner);
  if (!scanner.done) scanner.fail('"->>", "->", delimiter (.) or end of input');
  if (names.length > limits.depth + 1) throw tooComplex('levels of embedding', limits.depth);
  return { names, path };
}

function orderAt(part: QueryPart): At<readonly OrderTerm[]> {
  return { path: resourcePath(part.key), value: parseOrder(part.fixed) };
}

function logicAt(part: QueryPart): At<Condition> {
  const { names } = treePath(part.key);
  const operator = names.at(-1) ?? '';
  const negated = names.includes('not');
  const path = names.slice(0, -1).filter((name) => name !== 'not');
  return { path, value: parseLogic(negated ? `not.${operator}` : operator, part.fixed) };
}

function filterAt(part: QueryPart, value: string): At<Filter> {
  const { names, path } = treePath(part.key);
  const scanner = new Scanner('filter', part.fixed === '' ? value : part.fixed, part.fixed + value);
  const operation = parseOperation(scanner, slotReader(part.slot));
  if (!scanner.done) scanner.fail('end of input');
  const field = { name: names.at(-1) ?? '', path };
  return { path: names.slice(0, -1), value: { kind: 'filter', field, ...operation } };
}

function slotReader(slot: number): ValueReader {
  const read = (): Value => ({ slot }) satisfies Slot;
  return { single: read, list: read };
}
