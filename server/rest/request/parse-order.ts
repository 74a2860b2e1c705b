import { tooComplex } from '../rest-error.ts';
import type { OrderTerm } from './ast.ts';
import { limits } from './limits.ts';
import { parseField } from './parse-field.ts';
import { fieldName, Scanner } from './scanner.ts';

/** `name.desc.nullslast,clients(name),data->>key` */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpace();
    terms.push(parseTerm(scanner));
    if (terms.length > limits.orderTerms) throw tooComplex('order terms', limits.orderTerms);
    scanner.skipSpace();
  } while (scanner.take(','));
  if (!scanner.done) scanner.fail('"," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const start = scanner.position;
  const relation = fieldName(scanner);
  if (scanner.take('(')) {
    const field = parseField(scanner);
    scanner.expect(')', '")"');
    return { relation, field, ...parseDirection(scanner) };
  }
  scanner.position = start;
  return { relation: undefined, field: parseField(scanner), ...parseDirection(scanner) };
}

function parseDirection(scanner: Scanner): Pick<OrderTerm, 'direction' | 'nulls'> {
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : undefined;
  const nulls = scanner.take('.nullsfirst')
    ? 'first'
    : scanner.take('.nullslast')
      ? 'last'
      : undefined;
  if (scanner.take('.')) {
    scanner.fail(
      direction === undefined
        ? '"asc", "desc", "nullsfirst" or "nullslast"'
        : '"nullsfirst" or "nullslast"',
    );
  }
  scanner.skipSpace();
  if (!scanner.done && scanner.peek() !== ',') {
    scanner.fail(
      nulls === undefined ? 'delimiter (.), "," or end of input' : '"," or end of input',
    );
  }
  return { direction, nulls };
}
