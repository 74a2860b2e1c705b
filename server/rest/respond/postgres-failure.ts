import type { PostgresError } from '../../database/postgres-error.ts';
import { notSingular, putMismatch, RestError, tooManyAffected } from '../rest-error.ts';
import { guardViolation, maxAffectedGuard, putGuard, singularGuard } from '../sql/result-sql.ts';

/** PostgreSQL's refusal as this API tells it: its own fields, and the status PostgREST gives it. */
export function fromPostgres(error: PostgresError, isAnonymous: boolean): RestError {
  const failure =
    error.code === 'PGRST'
      ? raisedAnswer(error)
      : (guardFailure(error) ?? plainFailure(error, statusOf(error, isAnonymous)));
  failure.cause = error;
  return failure;
}

function plainFailure(error: PostgresError, status: number): RestError {
  return new RestError(
    status,
    error.code,
    error.message,
    error.detail ?? null,
    error.hint ?? null,
    challengeOf(error, status),
  );
}

/** RFC 6750, also for what the database says against an API token. */
function challengeOf({ hint, message, detail }: PostgresError, status: number) {
  if (hint === INVALID_TOKEN || hint === INSUFFICIENT_SCOPE) {
    const scope = hint === INSUFFICIENT_SCOPE && detail ? `, scope="${detail}"` : '';
    return {
      'www-authenticate': `Bearer error="${hint}", error_description="${message}"${scope}`,
    };
  }
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

const INVALID_TOKEN = 'invalid_token';
const INSUFFICIENT_SCOPE = 'insufficient_scope';

function guardFailure(error: PostgresError): RestError | undefined {
  if (error.code !== '22P02') return undefined;
  const violation = guardViolation(error.message);
  switch (violation?.word) {
    case singularGuard:
      return notSingular(violation.count);
    case maxAffectedGuard:
      return tooManyAffected(violation.count);
    case putGuard:
      return putMismatch();
    default:
      return undefined;
  }
}

const byCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  // Ours, when embedded rows weigh too much.
  '54000': 413,
  // The stack is only ever too small for JSON that somebody nested a thousand times.
  '54001': 400,
  '57P01': 503,
  '57P03': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
};

const byClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf({ code, message, hint }: PostgresError, isAnonymous: boolean): number {
  if (code === '28000' && hint === INVALID_TOKEN) return 401;
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith('PT')) return raisedStatus(code.slice(2));
  return byCode[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PT402'`: the digits are the status. */
function raisedStatus(digits: string): number {
  const status = Number(digits);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}

/** `raise sqlstate 'PGRST'`: message and detail are JSON that say the whole answer. */
function raisedAnswer(error: PostgresError): RestError {
  const message = parseObject(error.message);
  if (typeof message?.['code'] !== 'string' || typeof message['message'] !== 'string') {
    return raiseMistake(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  if (error.detail === undefined)
    return raiseMistake('DETAIL is missing in the RAISE statement', detailHint);
  const detail = parseObject(error.detail);
  const status = detail?.['status'];
  const headers = detail?.['headers'];
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null) {
    return raiseMistake(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
  }
  return new RestError(
    status >= 200 && status <= 599 ? status : 500,
    message['code'],
    message['message'],
    message['details'] ?? null,
    typeof message['hint'] === 'string' ? message['hint'] : null,
    stringValues(headers),
  );
}

const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const raiseMistake = (details: string, hint: string) =>
  new RestError(
    500,
    'PGRST121',
    `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details,
    hint,
  );

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function stringValues(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
