/**
 * A failure with its answer. Each API answers in its own shape (PostgREST's, GoTrue's, Storage's),
 * so the body is made where the error is made; the error handler only sends it.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: unknown,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`HTTP ${status}`, { cause: options.cause });
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
  }
}
