const STORAGE_KEY = 'chalkline.fresh-sign-in';

/** Noted when someone signs in, as opposed to coming back with a kept session. */
export function markFreshSignIn(): void {
  sessionStorage.setItem(STORAGE_KEY, 'yes');
}

/** True once after a sign-in. */
export function takeFreshSignIn(): boolean {
  const fresh = sessionStorage.getItem(STORAGE_KEY) !== null;
  sessionStorage.removeItem(STORAGE_KEY);
  return fresh;
}
