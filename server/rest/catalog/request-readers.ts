/** A piece of code stored in the database. */
export interface StoredCode {
  /** The function's name; null for policies, views and defaults, which any query may run. */
  readonly name: string | null;
  readonly text: string;
}

export type RequestSetting = 'method' | 'path' | 'headers' | 'cookies';

/**
 * Which code looks at the request beyond the token's claims. Making these settings costs each request
 * a little, and most requests run no code that reads them.
 */
export interface RequestReaders {
  readonly settings: readonly RequestSetting[];
  /** Whether merely reading a table may run such code: a policy or a view does. */
  readonly whenReading: boolean;
  /** Functions that read a setting themselves or name one that does. */
  readonly functions: ReadonlySet<string>;
  /** Whether any code sets `response.headers` or `response.status`. */
  readonly setsResponse: boolean;
}

const requestSettings: readonly RequestSetting[] = ['method', 'path', 'headers', 'cookies'];
/** In quotes: a row may be called `request` too. */
const readsRequest = /['$]request\.(?!jwt)/;

export function findRequestReaders(code: readonly StoredCode[]): RequestReaders {
  const functions = new Set<string>();
  const direct = code.filter(({ text }) => readsRequest.test(text));
  for (const { name } of direct) if (name !== null) functions.add(name);
  // Whoever names a reader may run it: spread until nobody new is found.
  for (let size = -1; size !== functions.size; ) {
    size = functions.size;
    const names = anyName(functions);
    for (const { name, text } of code) if (name !== null && names?.test(text)) functions.add(name);
  }
  const names = anyName(functions);
  return {
    settings: requestSettings.filter((setting) =>
      direct.some(({ text }) => mentions(text, setting)),
    ),
    whenReading: code.some(
      ({ name, text }) => name === null && (readsRequest.test(text) || names?.test(text)),
    ),
    functions,
    setsResponse: code.some(({ text }) => text.includes('response.')),
  };
}

/** A name put together at run time could be any of them. */
function mentions(text: string, setting: RequestSetting): boolean {
  return (
    text.includes(`request.${setting}`) ||
    /['$]request\.(?!jwt|method|path|headers|cookies)/.test(text)
  );
}

/** Called, or as text, to be called by its name: a column may have that name too. */
function anyName(names: ReadonlySet<string>): RegExp | undefined {
  if (names.size === 0) return undefined;
  const any = `(?:${[...names].map((name) => escaped(name)).join('|')})`;
  return new RegExp(`\\b${any}"?\\s*\\(|'(?:\\w+\\.)?${any}'`);
}

const escaped = (name: string) => name.replace(/[$()*+.?[\\\]^{|}-]/g, '\\$&');
