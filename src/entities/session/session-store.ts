import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { wasSignedOutOnPurpose } from '@/entities/session/purposeful-sign-out';
import { needsSecondFactor } from '@/entities/session/second-factor';
import { viewerQuery } from '@/entities/viewer/viewer';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  /** Signed in by password, but the code of the second factor is still to come. */
  | { status: 'second-factor'; user: User }
  | { status: 'signed-in'; user: User }
  /** The server ended the session in the middle of work: screens stay, a dialog asks to sign in. */
  | { status: 'expired'; user: User };

let state: SessionState = { status: 'loading', user: null };
const listeners = new Set<() => void>();

export function sessionState(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function stateOf(event: AuthChangeEvent, session: Session | null): SessionState {
  if (session) {
    const status = needsSecondFactor(session) ? 'second-factor' : 'signed-in';
    return { status, user: session.user };
  }
  const inTheMiddleOfWork = state.status === 'signed-in' || state.status === 'expired';
  if (event === 'SIGNED_OUT' && inTheMiddleOfWork && state.user && !wasSignedOutOnPurpose()) {
    return { status: 'expired', user: state.user };
  }
  return { status: 'signed-out', user: null };
}

/** The profile follows every change of the account; a mere token refresh changes nothing of it. */
function reloadProfile(event: AuthChangeEvent, userId: string): void {
  const query = viewerQuery(userId);
  const known = queryClient.getQueryData(query.queryKey) !== undefined;
  if (known && event === 'TOKEN_REFRESHED') return;
  // Not within this call: the auth client holds its lock until all listeners have returned.
  setTimeout(() => {
    if (known) void queryClient.invalidateQueries({ queryKey: [queryKeys.viewer] });
    else void queryClient.prefetchQuery(query);
  });
}

function receive(event: AuthChangeEvent, session: Session | null): void {
  const before = state;
  const next = stateOf(event, session);
  if (before.user && before.user.id !== next.user?.id) queryClient.clear();
  become(next);
  if (next.status === 'signed-in') reloadProfile(event, next.user.id);
}

/** Called once, after the client is connected. */
export function watchSession(): void {
  supabase().auth.onAuthStateChange(receive);
}

/** Gives up an expired session for good ("sign in as someone else"). */
export function forgetExpiredSession(): void {
  queryClient.clear();
  become({ status: 'signed-out', user: null });
}
