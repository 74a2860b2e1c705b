import { signToken } from '../environment.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import type { FuzzCompany } from './make-companies.ts';

/** Who sends a request, and what its answer must not hold. */
export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly accessToken: string | undefined;
  /** Whether it knows the links of the first company. */
  readonly knowsLinks: boolean;
  readonly forbidden: readonly string[];
}

/** Of the first company, of another one and of none; `service role` may see all. */
export async function makeCallers(
  { secrets }: Pick<FuzzedServer, 'secrets'>,
  us: FuzzCompany,
  them: FuzzCompany,
): Promise<Caller[]> {
  const { publishableKey, secretKey } = secrets.keys;
  const apikey = { apikey: publishableKey };
  const stranger = [us.canary, them.canary];
  const account = async (name: string, userId: string, forbidden: string[]): Promise<Caller> => {
    const accessToken = await signToken(secrets, userId);
    const headers = { ...apikey, authorization: `Bearer ${accessToken}` };
    return { name, headers, accessToken, knowsLinks: false, forbidden };
  };
  const own = (name: string, { userId }: { readonly userId: string }) =>
    account(name, userId, [them.canary]);
  const visitor = { headers: apikey, accessToken: undefined };
  const bearer = (name: string, token: string): Caller => ({
    ...{ name, accessToken: undefined, knowsLinks: false, forbidden: [them.canary] },
    headers: { authorization: `Bearer ${token}` },
  });
  return [
    { ...visitor, name: 'anonymous', knowsLinks: false, forbidden: stranger },
    { ...visitor, name: 'link holder', knowsLinks: true, forbidden: [them.canary] },
    { ...visitor, name: 'without key', headers: {}, knowsLinks: false, forbidden: stranger },
    await own('employee', us.employee),
    await own('foreman', us.foreman),
    await own('manager', us.manager),
    await own('owner', us.owner),
    await own('custom role', us.customRole),
    await own('kiosk', us.kiosk),
    await own('leaver', us.deactivated),
    await account('account of no company', crypto.randomUUID(), stranger),
    await account('owner of the other company', them.owner.userId, [us.canary]),
    ...Object.entries(us.apiTokens).map(([name, token]) => bearer(name, token)),
    {
      ...{ name: 'service role', accessToken: undefined, knowsLinks: true, forbidden: [] },
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    },
  ];
}
