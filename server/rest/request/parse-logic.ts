import { tooComplex } from '../rest-error.ts';
import type { Condition, LogicGroup, Value } from './ast.ts';
import { limits } from './limits.ts';
import { arrayLiteral, parseList, tryQuoted } from './list-value.ts';
import { parseField } from './parse-field.ts';
import { parseOperation, type ValueReader } from './parse-operation.ts';
import { Scanner } from './scanner.ts';

/** `or=(a.eq.1,and(b.gt.2,not.c.is.null))`; `operator` is `and`, `or`, `not.and` or `not.or`. */
export function parseLogic(operator: string, text: string): LogicGroup {
  const scanner = new Scanner('logic tree', operator + text, text);
  const group = parseGroup(scanner, { conditions: 0 }, 0);
  if (!scanner.done) scanner.fail('end of input');
  return group;
}

const groupAhead = /(not\.)?(and|or)\s*\(/y;

function parseCondition(scanner: Scanner, count: { conditions: number }, depth: number): Condition {
  if (++count.conditions > limits.conditions) throw tooComplex('conditions', limits.conditions);
  groupAhead.lastIndex = scanner.position;
  if (groupAhead.test(scanner.text)) return parseGroup(scanner, count, depth + 1);
  const field = parseField(
    scanner,
    'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
  );
  scanner.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, ...parseOperation(scanner, memberValue) };
}

function parseGroup(scanner: Scanner, count: { conditions: number }, depth: number): LogicGroup {
  if (depth > limits.depth) throw tooComplex('levels of and/or', limits.depth);
  const negated = scanner.take('not.');
  const kind = scanner.take('and') ? 'and' : scanner.take('or') ? 'or' : undefined;
  if (kind === undefined) return scanner.fail('logic operator (and, or)');
  scanner.skipSpace();
  scanner.expect('(', '"("');
  const conditions: Condition[] = [];
  do {
    scanner.skipSpace();
    conditions.push(parseCondition(scanner, count, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.expect(')', '"," or ")"');
  scanner.skipSpace();
  return { kind, negated, conditions };
}

/** Inside brackets a comma or bracket ends a value unless it is quoted or an array `{…}`. */
const memberValue: ValueReader = {
  single(scanner: Scanner): Value {
    const quoted = tryQuoted(scanner);
    if (quoted !== undefined) return { text: quoted };
    const array = /\{[^{}]*\}/y;
    array.lastIndex = scanner.position;
    const literal = array.exec(scanner.text)?.[0];
    if (literal !== undefined) {
      scanner.position += literal.length;
      return { text: literal };
    }
    return { text: scanner.takeUntil(',)') };
  },
  list: (scanner) => ({ text: arrayLiteral(parseList(scanner)) }),
};
