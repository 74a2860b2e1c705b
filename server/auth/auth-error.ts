/** A refusal in GoTrue's words: clients map `code` to their error classes. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  /** Fields beside code and message, e.g. `weak_password`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }
}

export function validationFailed(message: string, status = 400): AuthError {
  return new AuthError(status, 'validation_failed', message);
}

export function tooManyRequests(waitSeconds: number, code = 'over_request_rate_limit'): AuthError {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const message =
    code === 'over_request_rate_limit'
      ? 'Request rate limit reached'
      : `For security purposes, you can only request this after ${seconds} seconds.`;
  return new AuthError(429, code, message, { headers: { 'retry-after': String(seconds) } });
}
