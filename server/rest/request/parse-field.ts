import { tooComplex } from '../rest-error.ts';
import type { Field, JsonStep } from './ast.ts';
import { limits } from './limits.ts';
import { fieldName, type Scanner } from './scanner.ts';

const keyExpected = 'any non reserved character different from: .,>()';

/** A column and, after `->` or `->>`, a way into its JSON. */
export function parseField(scanner: Scanner, expecting?: string): Field {
  scanner.skipSpace();
  const name = fieldName(scanner, expecting);
  const path = parseJsonPath(scanner);
  scanner.skipSpace();
  return { name, path };
}

export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.startsWith('->')) {
    scanner.position += 2;
    const asText = scanner.take('>');
    path.push(parseIndex(scanner, asText) ?? { asText, key: parseKey(scanner), isIndex: false });
    if (path.length > limits.jsonSteps) throw tooComplex('JSON path steps', limits.jsonSteps);
  }
  return path;
}

const index = /-?\d{1,9}(?=->|::|[.,)]|$)/y;

function parseIndex(scanner: Scanner, asText: boolean): JsonStep | undefined {
  index.lastIndex = scanner.position;
  const match = index.exec(scanner.text);
  if (match === null) {
    if (/^-\d/.test(scanner.text.slice(scanner.position))) scanner.fail('digit');
    return undefined;
  }
  scanner.position = index.lastIndex;
  return { asText, key: match[0], isIndex: true };
}

function parseKey(scanner: Scanner): string {
  const quoted = scanner.quoted();
  if (quoted !== undefined) return quoted;
  let key = '';
  do {
    const part = scanner.takeUntil('(-:.,>)');
    if (part === '') scanner.fail(keyExpected);
    key += part;
    if (scanner.peek() !== '-' || scanner.startsWith('->')) break;
    scanner.position++;
    key += '-';
  } while (!scanner.done);
  return key.trim();
}
