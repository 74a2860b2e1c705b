import type { AuthChangeEvent, Session, User } from '@supabase/auth-js';
import { forgetData, forgetOthers, restoreData } from '@/entities/offline/stored-queries';
import { wasSignedOutOnPurpose } from '@/entities/session/purposeful-sign-out';
import { needsSecondFactor } from '@/entities/session/second-factor';
import { viewerQuery } from '@/entities/viewer/viewer';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { forgetRecentItems } from '@/lib/recent-items';
import { restoreStoredDataWith } from '@/lib/stored-data';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';
import { companyOfToken, isOfAnotherCompany, workIn, workplaceOf } from '@/lib/token-company';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  /** Signed in by password, but the code of the second factor is still to come. */
  | { status: 'second-factor'; user: User }
  | { status: 'signed-in'; user: User }
  /** Another tab chose another company: screens stay, nothing is sent, a dialog asks what to do. */
  | { status: 'other-company'; user: User }
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
  // A session that could not be renewed for want of a signal is still there.
  const kept = session ?? (event === 'INITIAL_SESSION' ? storedSession() : null);
  if (kept) {
    if (needsSecondFactor(kept)) return { status: 'second-factor', user: kept.user };
    const status = isOfAnotherCompany(kept.access_token) ? 'other-company' : 'signed-in';
    return { status, user: kept.user };
  }
  const inTheMiddleOfWork = state.status === 'signed-in' || state.status === 'expired';
  if (event === 'SIGNED_OUT' && inTheMiddleOfWork && state.user && !wasSignedOutOnPurpose()) {
    return { status: 'expired', user: state.user };
  }
  return { status: 'signed-out', user: null };
}

/** How long the server may take before the app opens with what it has. */
const MAX_WAIT_MILLISECONDS = 1500;

/** What was known last, where the server has not answered in time. */
async function showKept(userId: string): Promise<void> {
  if (queryClient.getQueryData(viewerQuery(userId).queryKey) !== undefined) return;
  await restoreData(userId).catch(() => undefined);
}

/** The profile follows every change of the account; a mere token refresh changes nothing of it. */
function reloadProfile(event: AuthChangeEvent, userId: string): void {
  const query = viewerQuery(userId);
  const known = queryClient.getQueryData(query.queryKey) !== undefined;
  if (known && event === 'TOKEN_REFRESHED') return;
  // Not within this call: the auth client holds its lock until all listeners have returned.
  setTimeout(() => {
    if (known) return void queryClient.invalidateQueries({ queryKey: [queryKeys.viewer] });
    void queryClient.prefetchQuery(query);
    setTimeout(() => void showKept(userId), MAX_WAIT_MILLISECONDS);
  });
}

/** The company of this page is that of its first token; who had none yet has one from then on. */
function settleCompany(session: Session | null): void {
  const userId = session?.user.id;
  if (!userId || (state.user?.id === userId && workplaceOf(userId))) return;
  const company = companyOfToken(session.access_token);
  // What was read before the session was renewed belongs to the company it had then.
  if (isOfAnotherCompany(session.access_token)) queryClient.clear();
  workIn(userId, company);
}

function receive(event: AuthChangeEvent, session: Session | null): void {
  const before = state;
  settleCompany(session ?? (event === 'INITIAL_SESSION' ? storedSession() : null));
  const next = stateOf(event, session);
  const { user } = next;
  if (before.user && before.user.id !== user?.id) void forgetAccount(before.user.id);
  // Whoever was here before, however this account came to take over.
  if (user && before.user?.id !== user.id) void forgetOthers(user.id).catch(() => undefined);
  restoreStoredDataWith(user ? () => restoreData(user.id) : null);
  become(next);
  if (next.status === 'signed-in') reloadProfile(event, next.user.id);
}

/** What waits to be sent stays, for its own account. */
export async function forgetAccount(userId: string): Promise<void> {
  queryClient.clear();
  forgetRecentItems(userId);
  const devices = 'PushManager' in window ? [forgetDevice(userId)] : [];
  await Promise.allSettled([forgetData(userId), ...devices]);
}

/** Nobody else who uses this browser gets what is meant for that account. */
async function forgetDevice(userId: string): Promise<void> {
  const { forgetDeviceOf } = await loadCode(() => import('@/entities/push/this-device'));
  await forgetDeviceOf(userId);
}

/**
 * Without a signal a session that ran out cannot be renewed, and the auth client says so only after
 * half a minute: the app opens with the account it knows, and what it sends waits.
 */
function openWithStoredSession(): void {
  const session = storedSession();
  if (state.status !== 'loading' || !session || needsSecondFactor(session)) return;
  receive('INITIAL_SESSION', session);
}

/** Called once, as the page opens: without a signal, what was known last is read while the rest still loads. */
export function readStoredEarly(): void {
  const session = storedSession();
  if (navigator.onLine || !session) return;
  settleCompany(session);
  void showKept(session.user.id);
}

/** Called once, after the client is connected. */
export function watchSession(): void {
  supabase().auth.onAuthStateChange(receive);
  if (navigator.onLine) setTimeout(openWithStoredSession, MAX_WAIT_MILLISECONDS);
  else openWithStoredSession();
}

/** Gives up an expired session for good ("sign in as someone else"). */
export function forgetExpiredSession(): void {
  if (state.user) void forgetAccount(state.user.id);
  become({ status: 'signed-out', user: null });
}
