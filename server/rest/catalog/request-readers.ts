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

/** `preRequest` is run before every request, and so reads whatever it reads. */
export function findRequestReaders(
  code: readonly StoredCode[],
  preRequest?: string,
): RequestReaders {
  const direct = code.filter(({ text }) => readsRequest.test(text));
  // Whoever calls a reader, or names one to call it by its name, may run it.
  const functions = withCallers(code, direct, calledOrNamed);
  const called = calls(functions);
  const named = names(functions);
  const executing = calls(withCallers(code, code.filter(runsText), calls));
  return {
    settings: requestSettings.filter((setting) =>
      direct.some(({ text }) => mentions(text, setting)),
    ),
    // A policy runs no text itself: a name in it is one only for what does.
    whenReading:
      (preRequest !== undefined && functions.has(preRequest)) ||
      code.some(
        ({ name, text }) =>
          name === null &&
          (readsRequest.test(text) ||
            called.test(text) ||
            (named.test(text) && executing.test(text))),
      ),
    functions,
    setsResponse: code.some(({ text }) => text.includes('response.')),
  };
}

/** The functions among these, and those that reach one of them, until nobody new is found. */
function withCallers(
  code: readonly StoredCode[],
  first: readonly StoredCode[],
  reach: (functions: ReadonlySet<string>) => RegExp,
): Set<string> {
  const functions = new Set<string>();
  for (const { name } of first) if (name !== null) functions.add(name);
  for (let size = -1; size !== functions.size; ) {
    size = functions.size;
    const reached = reach(functions);
    for (const { name, text } of code) if (name !== null && reached.test(text)) functions.add(name);
  }
  return functions;
}

const runsText = ({ text }: StoredCode): boolean => /\bexecute\b/i.test(text);

/** A name put together at run time could be any of them. */
function mentions(text: string, setting: RequestSetting): boolean {
  return (
    text.includes(`request.${setting}`) ||
    /['$]request\.(?!jwt|method|path|headers|cookies)/.test(text)
  );
}

const anyOf = (functions: ReadonlySet<string>): string =>
  // Of none there is nothing to find.
  functions.size === 0 ? '(?!)' : `(?:${[...functions].map((name) => escaped(name)).join('|')})`;

/** A column may have that name too. */
const calls = (functions: ReadonlySet<string>) => new RegExp(`\\b${anyOf(functions)}"?\\s*\\(`);
const names = (functions: ReadonlySet<string>) => new RegExp(`'(?:\\w+\\.)?${anyOf(functions)}'`);
const calledOrNamed = (functions: ReadonlySet<string>) =>
  new RegExp(`${calls(functions).source}|${names(functions).source}`);

const escaped = (name: string) => name.replace(/[$()*+.?[\\\]^{|}-]/g, '\\$&');
