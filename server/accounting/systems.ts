import type { Config } from '../config.ts';
import { adp } from './adp/adp.ts';
import { paychex } from './paychex/paychex.ts';
import { quickBooksOnline } from './quickbooks-online/quickbooks-online.ts';
import type { System, SystemName } from './system.ts';

/** Those this server speaks to by itself. QuickBooks Desktop is not among them: it comes and asks. */
export type Systems = Readonly<Partial<Record<SystemName, System>>>;

export function createSystems({ accountingGateway }: Pick<Config, 'accountingGateway'>): Systems {
  return {
    quickbooks_online: quickBooksOnline(accountingGateway),
    adp: adp(accountingGateway),
    paychex: paychex(accountingGateway),
  };
}
