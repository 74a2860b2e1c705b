import { AccountingLoop } from '../../server/accounting/accounting-loop.ts';
import { AccountingStore } from '../../server/accounting/accounting-store.ts';
import { ConnectionSecrets } from '../../server/accounting/connection-secrets.ts';
import { quickBooksOnline } from '../../server/accounting/quickbooks-online/quickbooks-online.ts';
import type { Session } from '../../server/accounting/system.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { createLog } from '../../server/http/log.ts';
import { importSealKeys, type StoredSealKey } from '../../server/keys/seal-keys.ts';
import { as, type Company } from '../../supabase/tests/world.ts';
import { projectAccounting } from './accounting-functions.ts';
import type { FakeIntuit } from './fake-intuit.ts';
import type { QuickBooksCompany } from './quickbooks-company.ts';

export const REALM = '9130357742';
export const APP = {
  clientId: 'ABclient',
  clientSecret: 'a-secret-that-no-log-shows',
  environment: 'sandbox',
  redirectUris: ['http://localhost:3001/accounting/v1/callback'],
} as const;
const QUICK = [{ count: 100_000, windowMs: 1_000 }];

interface Options {
  readonly sql: Sql;
  readonly gateway: string;
  readonly sealKey: StoredSealKey;
  readonly timeoutMs?: number;
}

/** The server's part, as the app would start it. */
export function openAccounting({ sql, gateway, sealKey, timeoutMs = 2_000 }: Options) {
  const store = new AccountingStore(sql, projectAccounting());
  const keys = { sealKeys: importSealKeys([sealKey]) };
  const system = quickBooksOnline(gateway, { timeoutMs, limits: QUICK });
  const loop = new AccountingLoop({
    sql,
    log: createLog('silent'),
    store,
    systems: { quickbooks_online: system },
    keys,
  });
  const session = async (id: string): Promise<Session> => {
    const connection = await store.connection(id);
    if (!connection) throw new Error('There is no such connection');
    const secrets = await ConnectionSecrets.read(store, keys, id);
    return { connection, secrets, signal: new AbortController().signal };
  };
  return { store, keys, system, loop, session };
}

/** A company of QuickBooks with somebody and something of everything. */
export function fillCompany(intuit: FakeIntuit): QuickBooksCompany {
  intuit.oauth.apps.push(APP);
  intuit.limits = { perSecond: 100_000, perMinute: 100_000_000 };
  const company = intuit.company(REALM, 'Sandbox Builders', 'sandbox');
  company.add('Employee', {
    DisplayName: 'Emp Loyee',
    PrimaryEmailAddr: { Address: 'emp@example.com' },
  });
  company.add('Employee', { DisplayName: 'Col League' });
  company.add('Vendor', { DisplayName: 'Sub & Sons' });
  const customer = company.add('Customer', { DisplayName: 'Harbor', FullyQualifiedName: 'Harbor' });
  company.add('Customer', {
    DisplayName: 'Pier 4',
    FullyQualifiedName: 'Harbor:Pier 4',
    IsProject: true,
    Job: true,
    ParentRef: { value: customer.Id },
  });
  company.add('Item', { Name: 'Carpentry', FullyQualifiedName: 'Carpentry', Type: 'Service' });
  company.add('Item', { Name: 'Nails', FullyQualifiedName: 'Nails', Type: 'Inventory' });
  company.add('Class', { Name: 'North', FullyQualifiedName: 'North' });
  return company;
}

/** Signs in as an owner does, without a browser; the connection. */
export async function connect(
  sql: Sql,
  us: Company,
  intuit: FakeIntuit,
  accounting: ReturnType<typeof openAccounting>,
  from = '2026-01-01',
): Promise<string> {
  const [made] = await as(
    sql,
    us.owner,
    (tx) =>
      tx`select id from create_accounting_connection('quickbooks_online', 'sandbox', ${APP.clientId}, ${from})`,
  );
  const id = made?.['id'] as string;
  await signInAgain(id, intuit, accounting);
  return id;
}

/** The visit at Intuit, at the first time or after a sign-in has ended. */
export async function signInAgain(
  id: string,
  intuit: FakeIntuit,
  accounting: ReturnType<typeof openAccounting>,
): Promise<void> {
  const before = await accounting.session(id);
  await before.secrets.overwrite({ client_secret: APP.clientSecret });
  const redirectUri = APP.redirectUris[0];
  const { signIn } = accounting.system;
  const url = signIn?.visitUrl(before, { state: 'state', redirectUri });
  const visit = intuit.oauth.authorize(url?.searchParams ?? new URLSearchParams());
  const answer = Object.fromEntries(new URL(visit?.allow(REALM) ?? '').searchParams);
  const done = await signIn?.complete(before, { state: 'state', redirectUri, answer });
  await before.secrets.overwrite(done?.secrets ?? {});
  await accounting.store.noteConnection(
    { id, lease: null },
    { state: 'connected', external_company_id: REALM, company_name: 'Sandbox Builders' },
  );
}
