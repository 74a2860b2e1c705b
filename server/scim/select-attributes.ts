import { attributeOf } from './scim-user.ts';

export interface Selection {
  readonly attributes?: unknown;
  readonly excludedAttributes?: unknown;
}

/** In every answer, whatever is asked for (RFC 7643, 7: returned "always"). */
const ALWAYS = ['schemas', 'id'];

/** The attributes of a user that a request names, or all but those it leaves out (RFC 7644, 3.9). */
export function selectAttributes(
  user: Readonly<Record<string, unknown>>,
  { attributes, excludedAttributes }: Selection,
): Record<string, unknown> {
  const wanted = namesOf(attributes);
  const unwanted = namesOf(excludedAttributes);
  const entries = Object.entries(user).flatMap(([name, value]) => {
    if (ALWAYS.includes(name)) return [[name, value] as const];
    const chosen = wanted.length > 0 ? only(name, value, wanted) : without(name, value, unwanted);
    return chosen === undefined ? [] : [[name, chosen] as const];
  });
  return Object.fromEntries(entries);
}

function namesOf(list: unknown): string[] {
  if (typeof list !== 'string') return [];
  return list
    .split(',')
    .map((name) => attributeOf(name.trim()))
    .filter(Boolean);
}

function only(name: string, value: unknown, names: readonly string[]): unknown {
  if (names.includes(name.toLowerCase())) return value;
  return parts(value, (part) => names.includes(`${name}.${part}`.toLowerCase()));
}

function without(name: string, value: unknown, names: readonly string[]): unknown {
  if (names.includes(name.toLowerCase())) return undefined;
  const isCut = names.some((one) => one.startsWith(`${name.toLowerCase()}.`));
  return isCut ? parts(value, (part) => !names.includes(`${name}.${part}`.toLowerCase())) : value;
}

/** Sub-attributes, of each value where there are several; undefined where none is left. */
function parts(value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const left = value.map((each) => parts(each, isWanted)).filter((each) => each !== undefined);
    return left.length > 0 ? left : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const left = Object.entries(value).filter(([part]) => isWanted(part));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
