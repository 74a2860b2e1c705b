/** Where to go after signing in: an own path, never another site and never a sign-in screen. */
export function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return '/';
  return wanted.startsWith('/auth') ? '/' : wanted;
}
