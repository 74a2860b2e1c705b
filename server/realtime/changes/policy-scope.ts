import type { Column, ScopeCondition } from './table.ts';

/**
 * Finds what a row must have for any of the policies to let it through: policies are mostly
 * `company_id = (select my_company()) and (…)`. Knowing each caller's company, most need not be
 * asked about most rows. Only ever leaves callers out; who is left in is asked properly.
 *
 * `columns`: those whose equal values are written equally.
 * `policies` are conditions as PostgreSQL writes them back, where every nesting is in parentheses.
 * Undefined: at least one policy tells nothing of the kind.
 */
export function findScope(
  policies: readonly string[],
  columns: readonly Column[],
): ScopeCondition[] | undefined {
  if (policies.length === 0) return undefined;
  const found = policies.map((policy) => findEquality(policy, columns));
  return found.every((condition) => condition !== undefined) ? found : undefined;
}

function findEquality(policy: string, columns: readonly Column[]): ScopeCondition | undefined {
  for (const part of conjuncts(policy)) {
    const [, name, expression = ''] = /^(\w+|"(?:[^"]|"")+") = (.+)$/s.exec(part) ?? [];
    if (name === undefined || !isClosed(expression)) continue;
    const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
    const column = columns.find((candidate) => candidate.name === plain);
    if (column) return { column: plain, expression: `(${expression})::${column.sqlType}` };
  }
  return undefined;
}

/** A subselect in parentheses or a call without arguments: nothing of the row is in it. */
function isClosed(expression: string): boolean {
  if (/^[\w.]+\(\)$/.test(expression)) return true;
  return /^\(\s*SELECT\b/i.test(expression) && stripParentheses(expression) !== expression;
}

/** The parts of `a AND (b AND c)`; the whole when it is anything else. */
export function conjuncts(condition: string): string[] {
  const text = stripParentheses(condition);
  const parts: string[] = [];
  let start = 0;
  for (const position of topLevelPositions(text)) {
    if (text.startsWith(' OR ', position)) return [text];
    if (!text.startsWith(' AND ', position)) continue;
    parts.push(text.slice(start, position));
    start = position + ' AND '.length;
  }
  return parts.length === 0 ? [text] : [...parts, text.slice(start)].flatMap(conjuncts);
}

/** Takes off pairs of parentheses that hold the whole text. */
function stripParentheses(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('(') || !trimmed.endsWith(')')) return trimmed;
  const inner = trimmed.slice(1, -1);
  const [closing] = [...topLevelPositions(trimmed)].filter((position) => position > 0);
  return closing === undefined ? stripParentheses(inner) : trimmed;
}

/** Positions outside any parentheses and quotes. */
function* topLevelPositions(text: string): Generator<number> {
  let depth = 0;
  let quote = '';
  for (let position = 0; position < text.length; position++) {
    const character = text[position] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0) yield position;
  }
}
