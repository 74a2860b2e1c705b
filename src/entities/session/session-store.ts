import type { AuthChangeEvent, Session, User } from '@supabase/auth-js';
import { forgetData, forgetOthers, restoreData } from '@/entities/offline/stored-queries';
import { wasSignedOutOnPurpose } from '@/entities/session/purposeful-sign-out';
import { needsSecondFactor } from '@/entities/session/second-factor';
import { forgetStart } from '@/entities/viewer/start-address';
import { viewerQuery } from '@/entities/viewer/viewer';
import { dropFirstScreen } from '@/lib/first-screen';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { forgetRecentItems } from '@/lib/recent-items';
import { signUpCode } from '@/lib/sign-up-code';
import { restoreStoredDataWith } from '@/lib/stored-data';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';
import { companyOfToken, isOfAnotherCompany, workIn, workplaceOf } from '@/lib/token-company';
import { urlFragment } from '@/lib/url-fragment';

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
  const inTheMiddleOfWork =
    (state.status === 'signed-in' && !isUnconfirmed) || state.status === 'expired';
  if (event === 'SIGNED_OUT' && inTheMiddleOfWork && state.user && !wasSignedOutOnPurpose()) {
    return { status: 'expired', user: state.user };
  }
  return { status: 'signed-out', user: null };
}

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
    void showKept(userId);
    void queryClient.prefetchQuery(query);
  });
}

/** Opened with what is stored here; the auth client has not spoken yet. */
let isUnconfirmed = false;

/** The company of this page is that of its first token; who had none yet has one from then on. */
function settleCompany(session: Session | null): void {
  const userId = session?.user.id;
  if (!userId || (state.user?.id === userId && workplaceOf(userId))) return;
  const company = companyOfToken(session.access_token);
  // What was read before the session was renewed belongs to the company it had then.
  if (isOfAnotherCompany(session.access_token)) clearCache();
  workIn(userId, company);
}

function receive(event: AuthChangeEvent, session: Session | null): void {
  const before = state;
  settleCompany(session ?? (event === 'INITIAL_SESSION' ? storedSession() : null));
  const next = stateOf(event, session);
  const { user } = next;
  if (isUnconfirmed && !user) clearCache();
  else if (before.user && before.user.id !== user?.id) void forgetAccount(before.user.id);
  // Whoever was here before, however this account came to take over.
  if (user && before.user?.id !== user.id) void forgetOthers(user.id).catch(() => undefined);
  restoreStoredDataWith(user ? () => restoreData(user.id) : null);
  become(next);
  const isAsked = isUnconfirmed && before.user?.id === user?.id;
  if (next.status === 'signed-in' && !isAsked) reloadProfile(event, next.user.id);
}

/** What the auth client says. Its first word on a stored session is that session, or that it has ended. */
function hear(event: AuthChangeEvent, session: Session | null): void {
  // Renewed into the company that was chosen on another device: nothing of this one is of use.
  if (isUnconfirmed && isOfAnotherCompany(session?.access_token)) {
    window.location.reload();
    return;
  }
  receive(event, session);
  // It says first that it has read the session, then that it begins with it.
  if (event === 'INITIAL_SESSION' || !session) isUnconfirmed = false;
}

/** Also what is on its way for the account that was here. */
function clearCache(): void {
  dropFirstScreen();
  queryClient.clear();
}

/** What waits to be sent stays, for its own account. */
export async function forgetAccount(userId: string): Promise<void> {
  clearCache();
  forgetRecentItems(userId);
  forgetStart();
  const devices = 'PushManager' in window ? [forgetDevice(userId)] : [];
  await Promise.allSettled([forgetData(userId), ...devices]);
}

/** Nobody else who uses this browser gets what is meant for that account. */
async function forgetDevice(userId: string): Promise<void> {
  const { forgetDeviceOf } = await loadCode(() => import('@/entities/push/this-device'));
  await forgetDeviceOf(userId);
}

/** None where the address signs somebody in, or a code is still to come. */
export function sessionToOpenWith(): Session | null {
  const session = storedSession();
  if (!session || urlFragment.hasAccessToken || signUpCode.value) return null;
  return needsSecondFactor(session) ? null : session;
}

/**
 * With the account this browser knows: the auth client may have to renew the session first, which takes as
 * long as the line does, half a minute where there is none. What is sent meanwhile waits for it.
 */
function openWithStoredSession(): void {
  const session = sessionToOpenWith();
  if (state.status !== 'loading' || !session) return;
  receive('INITIAL_SESSION', session);
  isUnconfirmed = true;
}

/** Called once, as the page opens: what was known last is read while the rest still loads. */
export function readStoredEarly(): void {
  const session = sessionToOpenWith();
  if (!session) return;
  settleCompany(session);
  void showKept(session.user.id);
}

/** Called once, after the client is connected. */
export function watchSession(): void {
  supabase().auth.onAuthStateChange(hear);
  openWithStoredSession();
}

/** Gives up an expired session for good ("sign in as someone else"). */
export function forgetExpiredSession(): void {
  if (state.user) void forgetAccount(state.user.id);
  become({ status: 'signed-out', user: null });
}
