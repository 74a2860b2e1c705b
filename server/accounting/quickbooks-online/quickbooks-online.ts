import { z } from 'zod';
import type { System } from '../system.ts';
import { intuitAddresses } from './addresses.ts';
import { IntuitTokens } from './intuit-tokens.ts';
import { type ClientOptions, QuickBooksClient } from './quickbooks-client.ts';
import { readLists } from './read-lists.ts';
import { sendActivity } from './send-activity.ts';

const entered = z.strictObject({ client_secret: z.string().trim().min(10).max(200) });
const companyInfo = z.looseObject({
  CompanyInfo: z.looseObject({ CompanyName: z.string().default('') }),
});

/** QuickBooks Online, with an app that the company made at Intuit for itself (decision 456). */
export function quickBooksOnline(gateway: string | undefined, options?: ClientOptions): System {
  const addresses = intuitAddresses(gateway);
  const tokens = new IntuitTokens(addresses);
  const client = new QuickBooksClient(addresses, tokens, options);
  return {
    entered,
    signIn: tokens,
    async test(session) {
      const { externalCompanyId } = session.connection;
      const answer = await client.ask(session, { path: `companyinfo/${externalCompanyId}` });
      const { data } = companyInfo.safeParse(answer);
      return {
        company_name: data?.CompanyInfo.CompanyName ?? '',
        external_company_id: externalCompanyId,
      };
    },
    readLists: (session) => readLists(client, session),
    send: (session, activity) => sendActivity(client, session, activity),
    revoke: (session) => tokens.revoke(session),
  };
}
