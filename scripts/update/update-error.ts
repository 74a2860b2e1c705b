/** Nothing was changed. */
export const REFUSED = 1;
/** The version before runs again, with its data. */
export const WENT_BACK = 2;
/** Somebody has to do something. */
export const NEEDS_HELP = 3;

/** What stops an update, with a message for whoever runs it. */
export class UpdateError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = REFUSED, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
