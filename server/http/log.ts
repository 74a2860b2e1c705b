import { type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { concealSecrets } from './conceal-secrets.ts';

export type { Logger } from 'pino';

/** Structured lines for programs, short ones for people: on a terminal, or as LOG_FORMAT says. Secrets never get in. */
export function createLog(level: string, format?: 'text' | 'json'): Logger {
  const options = {
    level,
    base: null,
    redact: ['password', 'access_token', 'refresh_token'].flatMap((name) => [name, `*.${name}`]),
    serializers: { err: describeError },
    hooks: { streamWrite: concealSecrets },
  };
  const isText = format === undefined ? process.stdout.isTTY : format === 'text';
  if (!isText) {
    return pino({
      ...options,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    });
  }
  const terminal = pretty({
    colorize: process.stdout.isTTY,
    singleLine: true,
    translateTime: process.stdout.isTTY ? 'HH:MM:ss' : 'SYS:yyyy-mm-dd HH:MM:ss',
    ignore: 'pid,hostname',
    sync: true,
  });
  return pino(options, terminal);
}

/**
 * What helps to find a fault, by name. All else stays out: PostgreSQL's detail quotes whole rows, and
 * a library may hang a request with its headers on its errors.
 */
const LOGGED_FIELDS = [
  'code',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
];

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const details = error as unknown as Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    ...Object.fromEntries(
      LOGGED_FIELDS.filter((name) => ['string', 'number'].includes(typeof details[name])).map(
        (name) => [name, details[name]],
      ),
    ),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
