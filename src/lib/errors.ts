import { isRefusedStatus, TOO_EARLY } from '@/lib/refused-status';
import { hasText, loadedKey, text, translate } from '@/lib/translation';

/**
 * Any failure of the outside world, in one shape. `code` is stable: the database's hint, the name
 * of a violated constraint, an auth code or one of ours (`offline`, `timeout`, `unexpected`).
 */
export class AppError extends Error {
  readonly code: string;
  /** The server's own words; shown only where no words of ours exist for the code. */
  readonly serverMessage: string | null;
  /** Extra data of the database's `detail`, such as the other entry as JSON text. */
  readonly detail: string | null;
  readonly status: number | null;

  constructor(
    code: string,
    options: {
      cause?: unknown;
      serverMessage?: string | null;
      detail?: string | null;
      status?: number | null;
    } = {},
  ) {
    super(options.serverMessage ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.serverMessage = options.serverMessage ?? null;
    this.detail = options.detail ?? null;
    this.status = options.status ?? null;
  }
}

const STABLE_CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const CONSTRAINT = /constraint "([^"]+)"/;
const OFFLINE = /failed to fetch|networkerror|load failed|fetch failed/i;

interface Fields {
  code?: unknown;
  hint?: unknown;
  details?: unknown;
  message?: unknown;
  status?: unknown;
  name?: unknown;
}

function codeOf(fields: Fields, message: string): string {
  if (typeof fields.hint === 'string' && STABLE_CODE.test(fields.hint)) return fields.hint;
  const constraint = CONSTRAINT.exec(message)?.[1];
  if (constraint) return constraint;
  if (OFFLINE.test(message)) return 'offline';
  if (fields.name === 'AbortError' || /timed? ?out/i.test(message)) return 'timeout';
  if (typeof fields.code === 'string' && fields.code !== '') return fields.code;
  if (typeof fields.status === 'number') return `http_${fields.status}`;
  return 'unexpected';
}

/** Turns whatever was thrown or returned as `error` into an AppError; never drops the cause. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (typeof cause !== 'object' || cause === null) return new AppError('unexpected', { cause });
  const fields = cause as Fields;
  const message = typeof fields.message === 'string' ? fields.message : '';
  return new AppError(codeOf(fields, message), {
    cause,
    serverMessage: message || null,
    detail: typeof fields.details === 'string' ? fields.details : null,
    status: typeof fields.status === 'number' ? fields.status : null,
  });
}

export type Outcome<T> = { data: T; error: null } | { data: null; error: object; status?: number };

/** An answer of supabase-js as data, or an AppError thrown: `unwrap(await supabase().from(…)…)`. */
export function unwrap<T>(result: Outcome<T>): T {
  if (result.error === null) return result.data;
  const error = result.error as Fields;
  throw toAppError({
    ...error,
    message: error.message,
    name: error.name,
    status: error.status ?? result.status,
  });
}

const NO_SIGNAL = ['offline', 'timeout', 'part_missing'];

/** Whether the server could not be reached, also where only the code for it could not be loaded. */
export function isNoSignal(cause: unknown): boolean {
  return NO_SIGNAL.includes(toAppError(cause).code);
}

/** Whether the server has understood, and will say no again. */
export function isRefused(cause: unknown): boolean {
  const { code, status } = toAppError(cause);
  return code !== TOO_EARLY && isRefusedStatus(status ?? 0);
}

/**
 * Our words for this code, or null. What the database refuses in the field is in `errors.json` (there with
 * the shell), in the office in `refusals.json` (loaded after it, or with the first refusal, `rows-client.ts`), what the network does in `common.json`, which is always there, and
 * what can be refused on one screen alone under `failure` with the texts of that screen.
 */
export function knownErrorText({ code }: AppError): string | null {
  const key = hasText(`errors:${code}`) ? `errors:${code}` : loadedKey(`failure.${code}`);
  return key ? translate(key) : null;
}

/** What to tell the user: our words, else the database's own sentence, else a general one. */
export function errorText(cause: unknown): string {
  const error = toAppError(cause);
  const known = knownErrorText(error);
  if (known) return known;
  // P0001 is raised by our own functions with words a person understands.
  const raised = (error.cause as { code?: string } | undefined)?.code === 'P0001';
  if (raised && error.serverMessage) return error.serverMessage;
  return text('common:failure.unexpected');
}
