import type { Config } from '../config.ts';
import { quickBooksOnline } from './quickbooks-online/quickbooks-online.ts';
import type { System, SystemName } from './system.ts';

/** Those this server speaks to by itself. QuickBooks Desktop is not among them: it comes and asks. */
export type Systems = Readonly<Partial<Record<SystemName, System>>>;

export function createSystems({ accountingGateway }: Pick<Config, 'accountingGateway'>): Systems {
  return { quickbooks_online: quickBooksOnline(accountingGateway) };
}
