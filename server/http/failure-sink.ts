import { HttpError } from './http-error.ts';

/** An answer of 500 or above, or a job that failed. */
export interface Failure {
  readonly kind: 'request' | 'job';
  /** Of a request its method and the pattern of its route, never its address; of a job its name. */
  readonly name: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly error: unknown;
}

/** Where failures are noted for Settings › System. Takes no time and never fails. */
export interface FailureSink {
  record(failure: Failure): void;
}

/** For parts that are started alone. */
export const NO_SINK: FailureSink = { record: () => undefined };

const CODE = /^[\w-]{1,40}$/;

/**
 * Class and code, such as `DatabaseError 57014` or `TypeError`. Never the message: it may quote what
 * somebody typed.
 */
export function errorClassOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof HttpError && error.cause instanceof Error) return errorClassOf(error.cause);
  const given = error instanceof HttpError ? error.body : error;
  const { code } = (given ?? {}) as { code?: unknown };
  const name = error.constructor.name || error.name;
  return typeof code === 'string' && CODE.test(code) ? `${name} ${code}` : name;
}
