/**
 * The address fragment this page was opened with. The auth client clears it while it signs in, so
 * it is kept here; this module must be loaded before the client is made.
 */
const fragment = new URLSearchParams(window.location.hash.replace(/^#/, ''));

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
