/** Not the request but the session, this app's version or the moment: asked again, it may pass. */
const MAY_PASS_LATER = [401, 404, 408, 410, 425, 429];

/** What it is about has not arrived yet, such as the punch that an answer belongs to. */
export const TOO_EARLY = 'time_not_known_yet';

/** Whether an answer with this status says no, and will say no again. */
export function isRefusedStatus(status: number): boolean {
  return status >= 400 && status < 500 && !MAY_PASS_LATER.includes(status);
}
