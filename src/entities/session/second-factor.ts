import type { Session } from '@supabase/auth-js';

function assuranceLevel(accessToken: string): string | undefined {
  const payload = accessToken.split('.')[1];
  if (!payload) return undefined;
  try {
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(json) as { aal?: string }).aal;
  } catch {
    return undefined;
  }
}

/** A verified factor exists but this session has not been raised by it. */
export function needsSecondFactor(session: Pick<Session, 'access_token' | 'user'>): boolean {
  const enrolled = session.user.factors?.some((factor) => factor.status === 'verified') ?? false;
  return enrolled && assuranceLevel(session.access_token) !== 'aal2';
}
