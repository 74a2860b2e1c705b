/**
 * `sign_in_needed`: an owner must sign in again. `refused`: it stays so until somebody changes something there.
 * `busy`, `unreachable`: passes by itself.
 */
export type SystemFailure = 'sign_in_needed' | 'refused' | 'busy' | 'unreachable';

/** A failure of the connection rather than of one activity: nothing else is tried with it now. */
export class SystemError extends Error {
  readonly failure: SystemFailure;
  /** Its text is on the screen. */
  readonly code: string;
  readonly afterSeconds: number;

  constructor(
    failure: SystemFailure,
    code: string,
    detail: string,
    { afterSeconds = 60, cause }: { afterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause });
    this.failure = failure;
    this.code = code;
    this.afterSeconds = afterSeconds;
  }
}
