/** In the order people think of them; `private.scope_names()` has the same list. */
export const SCOPES = [
  'time:read',
  'time:write',
  'people:read',
  'people:write',
  'projects:read',
  'projects:write',
  'payroll:read',
  'files:read',
  'files:write',
  'webhooks:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** As a key of a translation, which a colon would end. */
export function scopeKey(scope: Scope) {
  return scope.replace(':', '_') as `${'time'}_read`;
}
