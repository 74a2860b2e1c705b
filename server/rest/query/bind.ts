import type { Statement } from '../../database/request-transaction.ts';
import { arrayLiteral, listToArrayLiteral } from '../request/list-value.ts';
import { parseLimit, parseOffset } from '../request/range.ts';
import { type Parameter, toPattern } from '../sql/sql-text.ts';
import type { QueryStatement } from './query.ts';

/** What one request brings to a query of its shape. */
export interface RequestValues {
  readonly values: readonly string[];
  readonly body: string | undefined;
  readonly offset: number;
  readonly role: string;
  /** What the function gave, for the statement that reads it. */
  readonly callResult?: string;
}

const none: readonly (string | null)[] = [];

export function bind(statement: QueryStatement, request: RequestValues): Statement {
  const { parameters } = statement;
  const text = textFor(statement, request.role);
  if (parameters.length === 0) return { text, values: none };
  const values = new Array<string | null>(parameters.length);
  for (let index = 0; index < parameters.length; index++) {
    values[index] = parameterValue(parameters[index] as Parameter, request);
  }
  return { text, values };
}

const apiRoles: ReadonlySet<string> = new Set([
  'anon',
  'authenticated',
  'service_role',
  'api_token',
]);
const texts = new WeakMap<QueryStatement, Map<string, string>>();

/**
 * One prepared statement for each role: policies are part of a plan, and a connection that serves two
 * roles in turn would plan the same text anew at every change.
 */
function textFor(statement: QueryStatement, role: string): string {
  if (!apiRoles.has(role)) return statement.text;
  let byRole = texts.get(statement);
  if (byRole === undefined) {
    byRole = new Map();
    texts.set(statement, byRole);
  }
  let text = byRole.get(role);
  if (text === undefined) {
    text = `${statement.text} -- ${role}`;
    byRole.set(role, text);
  }
  return text;
}

function parameterValue(parameter: Parameter, request: RequestValues): string | null {
  switch (parameter.kind) {
    case 'slot': {
      const value = request.values[parameter.slot] ?? '';
      if (parameter.as === 'text') return value;
      return parameter.as === 'pattern'
        ? toPattern(value)
        : listToArrayLiteral(value, `in.${value}`);
    }
    case 'fixed':
      return parameter.text;
    case 'body':
      return request.body ?? null;
    case 'callResult':
      return request.callResult ?? null;
    case 'rootOffset':
      return String(request.offset);
    case 'limit': {
      const limit = parseLimit(request.values[parameter.slot] ?? '');
      return String(Math.min(limit ?? parameter.most, parameter.most));
    }
    case 'offset':
      return String(parseOffset(request.values[parameter.slot] ?? ''));
    case 'variadic':
      return arrayLiteral(parameter.slots.map((slot) => request.values[slot] ?? ''));
  }
}
