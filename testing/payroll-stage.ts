import { AccountingLoop } from '../server/accounting/accounting-loop.ts';
import { AccountingStore } from '../server/accounting/accounting-store.ts';
import { adp } from '../server/accounting/adp/adp.ts';
import { ConnectionSecrets } from '../server/accounting/connection-secrets.ts';
import { paychex } from '../server/accounting/paychex/paychex.ts';
import type { ApiSettings } from '../server/accounting/payroll-api/api-client.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { createLog } from '../server/http/log.ts';
import { importSealKeys, type StoredSealKey } from '../server/keys/seal-keys.ts';
import { projectAccounting } from './intuit/accounting-functions.ts';

/** What a sender needs to know, also one in a process of its own. */
export interface PayrollSettings {
  readonly system: 'adp' | 'paychex';
  readonly sealKey: StoredSealKey;
  readonly secrets: Readonly<Record<string, string>>;
  readonly options: Partial<ApiSettings>;
}

/** The server's part for one payroll system, as the app would start it. */
export function openPayroll(sql: Sql, { system, sealKey, options }: PayrollSettings) {
  const store = new AccountingStore(sql, projectAccounting());
  const keys = { sealKeys: importSealKeys([sealKey]) };
  const systems =
    system === 'adp' ? { adp: adp(undefined, options) } : { paychex: paychex(undefined, options) };
  const loop = new AccountingLoop({ sql, log: createLog('silent'), store, systems, keys });
  const secretsOf = (id: string) => ConnectionSecrets.read(store, keys, id);
  return { store, loop, secretsOf };
}
