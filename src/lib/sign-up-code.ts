const query = new URLSearchParams(window.location.search);

/**
 * The code that the link of a confirmed sign-up brings, or the way back from a provider, to be exchanged
 * by the browser that started. In another one the address is confirmed all the same, but the password is
 * still to be chosen.
 */
export const signUpCode = {
  value: query.get('code'),
  /** The provider whose account was to be signed in with, or linked. */
  provider: query.get('with'),
  /** Why that did not work: the server's code. */
  failure: query.has('with') ? query.get('error_code') : null,
  confirmedElsewhere: false,
};
