/** One condition of a `postgres_changes` filter: `column=operator.value`. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly negate: boolean;
  /** A list for `in`, one value otherwise. */
  readonly values: readonly string[];
}

const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type Operator = (typeof OPERATORS)[number];

const PATTERNS: ReadonlySet<Operator> = new Set(['like', 'ilike', 'match', 'imatch']);

export class FilterError extends Error {}

const MAX_FILTER = 4_000;
const MAX_PATTERN = 200;
const MAX_VALUES = 100;

/** Reads `a=eq.1,b=not.in.(x,"y,z")`; a comma between conditions means and. */
export function parseFilter(text: string): Condition[] {
  if (text.length > MAX_FILTER) throw new FilterError('filter is too long');
  return splitOutsideQuotes(text).map(parseCondition);
}

function parseCondition(text: string): Condition {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text.trim());
  const [, column, not, operator, value] = match ?? [];
  if (column === undefined || value === undefined || !isOperator(operator)) {
    throw new FilterError(`cannot read the filter "${text}"`);
  }
  const condition: Condition = {
    column: unquote(column.trim()),
    operator,
    negate: not !== undefined,
    values: operator === 'in' ? parseList(value) : [unquote(value)],
  };
  if (isPattern(condition) && value.length > MAX_PATTERN) {
    throw new FilterError(`${operator} takes at most ${MAX_PATTERN} characters`);
  }
  return condition;
}

/** Whether it takes as long as whoever wrote it likes. */
export function isPattern({ operator }: Condition): boolean {
  return PATTERNS.has(operator);
}

/** Of a filter as it was sent, readable or not. */
export function hasPattern(text: string | undefined): boolean {
  return /=(not\.)?i?(like|match)\./.test(text ?? '');
}

function parseList(value: string): string[] {
  if (!value.startsWith('(') || !value.endsWith(')')) {
    throw new FilterError('in takes a list in parentheses');
  }
  const values = splitOutsideQuotes(value.slice(1, -1)).map((item) => unquote(item.trim()));
  if (values.length > MAX_VALUES) {
    throw new FilterError(`in takes at most ${MAX_VALUES} values`);
  }
  return values;
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if (quoted && character === '\\') position++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, position));
      start = position + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

function isOperator(text: string | undefined): text is Operator {
  return OPERATORS.some((operator) => operator === text);
}
