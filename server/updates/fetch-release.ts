import { parseVersion } from './versions.ts';

/** The newest version, as the address of UPDATE_URL names it. */
export interface Release {
  readonly version: string;
  /** Where a person reads what is new. */
  readonly notesUrl: string | null;
  /** Whether it closes a vulnerability. */
  readonly security: boolean;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const MAX_URL_LENGTH = 2_000;

/** Nothing in the request says who asks: no version, no id, no cookie. */
export async function fetchRelease(url: string, timeoutMs = TIMEOUT_MS): Promise<Release> {
  const { href, authorization } = withoutCredentials(url);
  const answer = await fetch(href, {
    headers: { accept: 'application/json', 'user-agent': 'Chalkline', ...authorization },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(reasonOf(error), { cause: error });
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the address answered ${answer.status}`);
  }
  return parseRelease(await readLimited(answer));
}

/** `{ version, notes_url, security }`, or a release as GitHub and Gitea describe it. */
export function parseRelease(text: string): Release {
  const answer = parseJson(text);
  const name = answer['version'] ?? answer['tag_name'];
  const version = typeof name === 'string' ? parseVersion(name) : undefined;
  if (version === undefined) throw new Error('the answer names no version');
  return {
    version,
    notesUrl: webAddress(answer['notes_url'] ?? answer['html_url']),
    security: answer['security'] === true,
  };
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new Error('the answer is no JSON object');
}

/** It becomes a link on a page of ours: nothing but the web. */
function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value))
    return null;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

async function readLimited(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch` refuses an address with a password in it. */
function withoutCredentials(url: string): {
  readonly href: string;
  readonly authorization: Readonly<Record<string, string>>;
} {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { href: address.href, authorization: {} };
  address.username = '';
  address.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic = Buffer.from(pair).toString('base64');
  return { href: address.href, authorization: { authorization: `Basic ${basic}` } };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'the address did not answer in time';
  const { cause, message } = error as { cause?: { code?: string }; message: string };
  return `the address could not be reached (${cause?.code ?? message})`;
}
