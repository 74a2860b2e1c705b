import { Scanner } from './scanner.ts';

/** `(a,"b,c",d)` → the elements. An empty pair of brackets has none. */
export function parseList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect('(', '"("');
  scanner.skipSpace();
  const elements: string[] = [];
  do {
    elements.push(parseElement(scanner));
  } while (scanner.take(','));
  scanner.expect(')', '"," or ")"');
  scanner.skipSpace();
  return elements.length === 1 && elements[0] === '' ? [] : elements;
}

function parseElement(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.peek() === '"') {
    const quoted = tryQuoted(scanner);
    if (quoted !== undefined) return quoted;
    scanner.position = start;
  }
  return scanner.takeUntil(',)');
}

/** A quoted value counts only when a separator follows: `"a"b` is taken literally. */
export function tryQuoted(scanner: Scanner): string | undefined {
  const rest = /"(?:[^"\\]|\\.)*"(?=[,)]|$)/sy;
  rest.lastIndex = scanner.position;
  return rest.test(scanner.text) ? scanner.quoted() : undefined;
}

/** The same elements as a PostgreSQL array literal, so that one parameter holds any number. */
export function arrayLiteral(elements: readonly string[]): string {
  let literal = '{';
  for (const element of elements) {
    if (literal.length > 1) literal += ',';
    literal += `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  }
  return `${literal}}`;
}

/** `(1,2)` of `id=in.(1,2)` → `{"1","2"}`. */
export function listToArrayLiteral(text: string, shown: string): string {
  const scanner = new Scanner('filter', text, shown);
  const elements = parseList(scanner);
  if (!scanner.done) scanner.fail('end of input');
  return arrayLiteral(elements);
}
