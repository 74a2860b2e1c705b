import { invalidQuery } from '../rest-error.ts';

/**
 * Walks through one query parameter. Failures are worded as PostgREST words them: what was being
 * read, where it stopped, what it met there and what it would have taken instead.
 */
export class Scanner {
  readonly text: string;
  position = 0;
  readonly #what: string;
  readonly #shown: string;

  /** `shown` is the text as the caller sent it, when `text` has something put before it. */
  constructor(what: string, text: string, shown = text) {
    this.#what = what;
    this.text = text;
    this.#shown = shown;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text[this.position] ?? '';
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  take(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  skipSpace(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position++;
  }

  /** Everything up to the first character of `stop` (or the end). */
  takeUntil(stop: string): string {
    const start = this.position;
    while (!this.done && !stop.includes(this.peek())) this.position++;
    return this.text.slice(start, this.position);
  }

  expect(token: string, expecting: string): void {
    if (!this.take(token)) this.fail(expecting);
  }

  fail(expecting: string): never {
    const met = this.done ? 'unexpected end of input' : `unexpected ${JSON.stringify(this.peek())}`;
    throw invalidQuery(
      `"failed to parse ${this.#what} (${this.#shown})" (line 1, column ${this.position + 1})`,
      `${met} expecting ${expecting}`,
    );
  }

  /** `"…"` with backslash escapes, or undefined when the next character opens no quote. */
  quoted(): string | undefined {
    if (this.peek() !== '"') return undefined;
    this.position++;
    let value = '';
    while (!this.done) {
      const character = this.peek();
      this.position++;
      if (character === '"') return value;
      if (character !== '\\') {
        value += character;
        continue;
      }
      if (this.done) break;
      value += this.peek();
      this.position++;
    }
    return this.fail('"\\""');
  }
}

const identifierCharacter = /[\p{L}\p{Nd}_ $]/u;

function identifier(scanner: Scanner): string {
  const start = scanner.position;
  while (!scanner.done) {
    const code = scanner.text.codePointAt(scanner.position) ?? 0;
    const character = String.fromCodePoint(code);
    if (!identifierCharacter.test(character)) break;
    scanner.position += character.length;
  }
  return scanner.text.slice(start, scanner.position).trim();
}

const fieldNameExpected = 'field name (* or [a..z0..9_$])';

/** A column, relation, alias or hint: quoted, or letters, digits, `_`, `$`, inner spaces and dashes. */
export function fieldName(scanner: Scanner, expecting = fieldNameExpected): string {
  const quoted = scanner.quoted();
  if (quoted !== undefined) return quoted;
  const start = scanner.position;
  let name = identifier(scanner);
  if (scanner.position === start) scanner.fail(expecting);
  while (scanner.peek() === '-' && !scanner.startsWith('->')) {
    const dash = scanner.position;
    scanner.position++;
    const next = identifier(scanner);
    if (scanner.position === dash + 1) {
      scanner.fail('letter, digit or "_"');
    }
    name += `-${next}`;
  }
  return name;
}

/** The name of a type in a cast, or of a text search configuration. */
export function plainIdentifier(scanner: Scanner): string {
  const start = scanner.position;
  const name = identifier(scanner);
  if (scanner.position === start) scanner.fail('letter or digit');
  return name;
}
