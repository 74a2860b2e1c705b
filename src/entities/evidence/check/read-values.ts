// Reading what anybody may have written: each function gives what it expects, or null.

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : null;

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const HASH = /^[0-9a-f]{64}$/;
export const hashOf = (value: unknown): string | null =>
  typeof value === 'string' && HASH.test(value) ? value : null;

export const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

export const textsOf = (fields: Fields | null, names: readonly string[]): string[] | null => {
  const texts = names.map((name) => textOf(fields?.[name]));
  return texts.every((text) => text !== null) ? (texts as string[]) : null;
};

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** UTF-8 without a byte of slack: no replacement characters, no swallowed byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
