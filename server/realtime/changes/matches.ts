import type { Condition } from './filter.ts';

/** Types whose text form in JSON decides equality, so that no query is needed. */
const PLAIN = new Set(['uuid', 'text', 'varchar', 'bool', 'int2', 'int4', 'date']);
const INTEGERS = new Set(['int2', 'int4']);

/** Whether a row can be tried here; everything else PostgreSQL decides, which knows its types. */
export function isDecidable(condition: Condition, type: string): boolean {
  switch (condition.operator) {
    case 'is':
      return true;
    case 'eq':
    case 'neq':
    case 'in':
    case 'isdistinct':
      return PLAIN.has(type);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return INTEGERS.has(type) || type === 'date';
    default:
      return false;
  }
}

/**
 * Tries one value (JSON text) against a condition whose values are in PostgreSQL's own text form.
 * As in SQL, nothing is known of null, and what is unknown does not match.
 */
export function matches(condition: Condition, type: string, json: string | undefined): boolean {
  const value = json === undefined ? null : JSON.parse(json);
  const known = decide(condition, type, value === null ? null : String(value));
  return known !== null && known !== condition.negate;
}

function decide(
  { operator, values }: Condition,
  type: string,
  text: string | null,
): boolean | null {
  const [wanted = ''] = values;
  if (operator === 'is') return decideIs(wanted, text);
  if (operator === 'isdistinct') return text !== wanted;
  if (text === null) return null;
  switch (operator) {
    case 'eq':
      return text === wanted;
    case 'neq':
      return text !== wanted;
    case 'in':
      return values.includes(text);
    default:
      return decideOrder(operator, compare(type, text, wanted));
  }
}

function decideIs(wanted: string, text: string | null): boolean {
  return wanted === 'null' || wanted === 'unknown' ? text === null : text === wanted;
}

function decideOrder(operator: string, order: number): boolean {
  if (order === 0) return operator === 'lte' || operator === 'gte';
  return order < 0 ? operator.startsWith('lt') : operator.startsWith('gt');
}

function compare(type: string, left: string, right: string): number {
  if (INTEGERS.has(type)) return Number(left) - Number(right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
