const STORAGE_KEY = 'chalkline.signed-out-at';
const RECENT_MILLISECONDS = 15_000;

/**
 * A press on "Log out" and a session that died both arrive as SIGNED_OUT, in every tab. The press
 * leaves a mark that all tabs can read, so that only the other case asks to sign in again.
 */
export function markPurposefulSignOut(): void {
  localStorage.setItem(STORAGE_KEY, String(Date.now()));
}

export function wasSignedOutOnPurpose(): boolean {
  return Date.now() - Number(localStorage.getItem(STORAGE_KEY) ?? 0) < RECENT_MILLISECONDS;
}
