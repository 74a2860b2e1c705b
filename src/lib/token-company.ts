/** What an access token says, unchecked: the server decides what it is worth. */
export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const payload = token?.split('.')[1];
  if (!payload) return {};
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

/** The company a token is for; null: it names none. */
export function companyOfToken(token: string | undefined): string | null {
  const company = claimsOf(token)['company_id'];
  return typeof company === 'string' ? company : null;
}

let place: { userId: string; company: string | null } | null = null;

/** This page works in that company from now on. */
export function workIn(userId: string, company: string | null): void {
  place = { userId, company };
}

/** The company this page works in for an account; null: not known, or another account's, such as a kiosk's. */
export const workplaceOf = (userId: string): string | null =>
  place?.userId === userId ? place.company : null;

const homeKey = (userId: string): string => `chalkline.home.${userId}`;

/**
 * The key of what this device stores for an account in its company. The first company of an account on a
 * device has the plain key, as all had before there could be several.
 */
export function keyInCompany(key: string, userId: string): string {
  const company = workplaceOf(userId);
  if (!company) return key;
  const home = localStorage.getItem(homeKey(userId));
  if (!home) localStorage.setItem(homeKey(userId), company);
  return (home ?? company) === company ? key : `${key}:${company}`;
}

/** Whether the session has moved on to another company, in another tab: nothing here is sent with its token. */
export function isOfAnotherCompany(token: string | undefined): boolean {
  const company = companyOfToken(token);
  return (
    company !== null &&
    place !== null &&
    place.company !== null &&
    place.company !== company &&
    claimsOf(token)['sub'] === place.userId
  );
}
