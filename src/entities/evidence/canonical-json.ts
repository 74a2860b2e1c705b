// Relative imports with endings in this folder: `npm run verify` runs these files as they are, without a build.

/** What canonical JSON is made from. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** Half of a pair: a text that UTF-8 cannot write. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** RFC 8785: one text for one value, whoever writes it. A member that is undefined is left out. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('Not a number.');
  if (typeof value === 'string' && LONE_SURROGATE.test(value)) throw new TypeError('Not Unicode.');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value as Readonly<Record<string, Json | undefined>>)
    .filter((member): member is [string, Json] => member[1] !== undefined)
    // By UTF-16 code units, as `<` compares them.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** What we sign has integers only: languages write fractions and large numbers differently. */
function hasOnlyIntegers(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every((member) => hasOnlyIntegers(member as Json));
}

/** The object that a signed text says, or null where the text is not canonical JSON of one. */
export function readSignedText(text: string): Readonly<Record<string, Json>> | null {
  try {
    const value = JSON.parse(text) as Json;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    if (!hasOnlyIntegers(value) || canonicalJson(value) !== text) return null;
    return value as Readonly<Record<string, Json>>;
  } catch {
    return null;
  }
}
