/**
 * What stands in a column of a template: fields, texts in quotes, numbers and a few functions, such as
 * `format(week_end, 'MM/DD/YYYY')` or `if(kind = 'RA', 'A', 'J')`. It is read into a tree and walked:
 * nothing of it is ever run as code.
 */
export type Expression =
  | { kind: 'value'; value: string }
  | { kind: 'field'; name: string }
  | { kind: 'call'; name: string; args: readonly Expression[] }
  | { kind: 'compare'; sign: Sign; left: Expression; right: Expression };

const SIGNS = ['!=', '<=', '>=', '=', '<', '>'] as const;
type Sign = (typeof SIGNS)[number];

/** Codes are keys of `file-template:expression.*`. */
export class ExpressionError extends Error {
  readonly code: string;
  /** The name or text it is about. */
  readonly about: string;
  constructor(code: string, about = '') {
    super(`${code} ${about}`);
    this.code = code;
    this.about = about;
  }
}

const MAX_LENGTH = 1000;
const MAX_DEPTH = 12;
const TOKEN =
  /\s*(?:('(?:[^']|'')*'|"(?:[^"]|"")*")|(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|(!=|<=|>=|[=<>(),]))/y;

interface Token {
  kind: 'text' | 'number' | 'name' | 'mark';
  text: string;
}

function tokens(source: string): Token[] {
  if (source.length > MAX_LENGTH) throw new ExpressionError('too_long');
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new ExpressionError('not_understood', source.slice(at).trim().slice(0, 20));
    const [, quoted, number, name, mark] = match;
    if (quoted !== undefined) {
      const quote = quoted.slice(0, 1);
      found.push({ kind: 'text', text: quoted.slice(1, -1).replaceAll(quote + quote, quote) });
    } else if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else found.push({ kind: 'mark', text: mark ?? '' });
  }
  return found;
}

/** The tree of an expression; throws an ExpressionError that says what is wrong. */
export function parseExpression(source: string): Expression {
  const list = tokens(source);
  let at = 0;
  const isMark = (text: string) => list[at]?.kind === 'mark' && list[at]?.text === text;
  const skip = (text: string) => {
    if (!isMark(text)) throw new ExpressionError('expected', text);
    at += 1;
  };
  const value = (depth: number): Expression => {
    if (depth > MAX_DEPTH) throw new ExpressionError('too_deep');
    const token = list[at];
    if (!token) throw new ExpressionError('unfinished');
    at += 1;
    if (token.kind === 'text' || token.kind === 'number')
      return { kind: 'value', value: token.text };
    if (token.kind === 'mark') {
      if (token.text !== '(') throw new ExpressionError('not_understood', token.text);
      const inner = comparison(depth + 1);
      skip(')');
      return inner;
    }
    if (!isMark('(')) return { kind: 'field', name: token.text };
    skip('(');
    const args: Expression[] = [];
    while (!isMark(')')) {
      if (args.length > 0) skip(',');
      args.push(comparison(depth + 1));
    }
    skip(')');
    return { kind: 'call', name: token.text.toLowerCase(), args };
  };
  const comparison = (depth: number): Expression => {
    const left = value(depth);
    const sign = SIGNS.find((candidate) => isMark(candidate));
    if (!sign) return left;
    at += 1;
    return { kind: 'compare', sign, left, right: value(depth) };
  };
  if (list.length === 0) return { kind: 'value', value: '' };
  const tree = comparison(0);
  if (at < list.length) throw new ExpressionError('not_understood', list[at]?.text);
  return tree;
}

/** Names of fields in it. */
export function fieldsIn(tree: Expression): string[] {
  if (tree.kind === 'field') return [tree.name];
  if (tree.kind === 'call') return tree.args.flatMap(fieldsIn);
  return tree.kind === 'compare' ? [...fieldsIn(tree.left), ...fieldsIn(tree.right)] : [];
}
