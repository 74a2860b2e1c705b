import type { ComparisonOperator, FullTextOperator, IsValue, Operation, Value } from './ast.ts';
import { comparisonOperators, fullTextOperators, quantifiableOperators } from './operators.ts';
import { plainIdentifier, type Scanner } from './scanner.ts';

const operatorExpected = 'operator (eq, gt, ...)';
const isValues: readonly IsValue[] = ['null', 'not_null', 'true', 'false', 'unknown'];

export interface ParsedOperation {
  readonly negated: boolean;
  readonly operation: Operation;
}

/**
 * `not.eq.5`, `in.(1,2)`, `like(any).{a*,b*}`, `fts(english).word`. How the value itself ends differs
 * between a parameter of its own and a member of `or=(…)`, so it is read by the caller's function.
 */
export function parseOperation(scanner: Scanner, value: ValueReader): ParsedOperation {
  const negated = scanner.take('not.');
  return { negated, operation: readOperation(scanner, value, negated) };
}

export interface ValueReader {
  single(scanner: Scanner): Value;
  list(scanner: Scanner): Value;
}

const word = /[a-z]+/y;

function readOperation(scanner: Scanner, value: ValueReader, negated: boolean): Operation {
  const start = scanner.position;
  word.lastIndex = start;
  const name = word.exec(scanner.text)?.[0] ?? '';
  scanner.position += name.length;
  const next = scanner.peek();
  if (next === '.') {
    if (name === 'in') {
      scanner.position++;
      return { kind: 'in', value: value.list(scanner) };
    }
    if (name === 'is') {
      scanner.position++;
      return { kind: 'is', value: readIsValue(scanner) };
    }
    if (name === 'isdistinct') {
      scanner.position++;
      return { kind: 'distinct', value: value.single(scanner) };
    }
  }
  if (fullTextOperators.has(name)) {
    const operator = name as FullTextOperator;
    const language = readLanguage(scanner);
    scanner.expect('.', 'delimiter (.)');
    return { kind: 'fullText', operator, language, value: value.single(scanner) };
  }
  if (comparisonOperators.has(name)) {
    const operator = name as ComparisonOperator;
    const quantifier = quantifiableOperators.has(name) ? readQuantifier(scanner) : undefined;
    scanner.expect('.', operatorExpected);
    return { kind: 'compare', operator, quantifier, value: value.single(scanner) };
  }
  scanner.position = start;
  return scanner.fail(negated ? operatorExpected : `"not" or ${operatorExpected}`);
}

function readQuantifier(scanner: Scanner): 'any' | 'all' | undefined {
  if (scanner.take('(any)')) return 'any';
  if (scanner.take('(all)')) return 'all';
  return undefined;
}

function readLanguage(scanner: Scanner): string | undefined {
  if (!scanner.take('(')) return undefined;
  const language = plainIdentifier(scanner);
  scanner.expect(')', '")"');
  return language;
}

function readIsValue(scanner: Scanner): IsValue {
  const rest = scanner.text.slice(scanner.position, scanner.position + 8).toLowerCase();
  for (const value of isValues) {
    if (rest.startsWith(value)) {
      scanner.position += value.length;
      return value;
    }
  }
  return scanner.fail('isVal: (null, not_null, true, false, unknown)');
}
