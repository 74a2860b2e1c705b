import { storedSession } from '@/lib/stored-session';
import { claimsOf } from '@/lib/token-company';

/**
 * The address fragment this page was opened with. The auth client clears it while it signs in, so
 * it is kept here; this module must be loaded before the client is made.
 */
const opened = readFragment();

/** A link that signs in another account than the one this browser is signed in with. */
export interface OfferedLink {
  address: string;
  /** The address of that account, where the link says it. */
  name: string | null;
}

/** Who is signed in here is asked before: anybody can send a link to an account of their own. */
export const offeredLink = takeOfferedLink();
const fragment = offeredLink ? new URLSearchParams() : opened;

export interface UrlFragment {
  hasAccessToken: boolean;
  /** The link did its work: the password is set. */
  isSpent: boolean;
  type: string | null;
  /** Of an invitation that was handed over as a link; used up when the password is set. */
  inviteToken: string | null;
  errorCode: string | null;
  errorDescription: string | null;
  message: string | null;
}

export const urlFragment: UrlFragment = {
  hasAccessToken: fragment.has('access_token'),
  isSpent: false,
  type: fragment.get('type'),
  inviteToken: fragment.get('invite_token'),
  errorCode: fragment.get('error_code') ?? fragment.get('error'),
  errorDescription: fragment.get('error_description'),
  message: fragment.get('message'),
};

/**
 * Our links bring a session behind the `#`, each part of it once. The auth client would also take one from the query, or
 * the last of several: another one than that which is asked about.
 */
function readFragment(): URLSearchParams {
  const { hash, search, pathname } = window.location;
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  const query = new URLSearchParams(search);
  const isOurs = ['access_token', 'refresh_token'].every(
    (name) => !query.has(name) && found.getAll(name).length <= 1,
  );
  if (isOurs) return found;
  window.history.replaceState(window.history.state, '', pathname);
  return new URLSearchParams();
}

function takeOfferedLink(): OfferedLink | null {
  const session = storedSession();
  const { sub, email } = claimsOf(opened.get('access_token') ?? undefined);
  const signsIn = opened.has('access_token') || opened.has('invite_token');
  if (!session || !signsIn || sub === session.user.id) return null;
  const address = window.location.href;
  // Nothing else gets to see it there, such as what signs in by itself.
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return { address, name: typeof email === 'string' && email !== '' ? email : null };
}
