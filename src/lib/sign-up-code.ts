/**
 * The code that the link of a confirmed sign-up brings, to be exchanged by the browser that signed
 * up. In another one the address is confirmed all the same, but the password is still to be chosen.
 */
export const signUpCode = {
  value: new URLSearchParams(window.location.search).get('code'),
  confirmedElsewhere: false,
};
