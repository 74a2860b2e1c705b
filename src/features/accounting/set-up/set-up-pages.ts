import type { ComponentType } from 'react';
import { late } from '@/components/shared/late';
import type { Connection } from '@/features/accounting/api/connections';
import type { System } from '@/features/accounting/systems';
import { loadNamespaces } from '@/lib/i18n';

export interface SetUpPageProps {
  /** What was begun before, or needs to sign in again; null: nothing yet. */
  connection: Connection | null;
  /** It is connected, or somebody went back: shows the connections again. */
  onDone: () => void;
}

/**
 * The page on which an owner connects a system, at `/settings?tab=connections&setup=SYSTEM`. A system
 * without a page is not offered. Each page is a late part that brings its own texts.
 */
export const SET_UP_PAGES: Partial<Readonly<Record<System, ComponentType<SetUpPageProps>>>> = {
  quickbooks_online: late(async () => {
    const [page] = await Promise.all([
      import('@/features/accounting/set-up/quickbooks-online/quickbooks-online-page'),
      loadNamespaces(['accounting-quickbooks']),
    ]);
    return page;
  }),
  quickbooks_desktop: late(async () => {
    const [module] = await Promise.all([
      import('@/features/accounting/set-up/quickbooks-desktop'),
      loadNamespaces(['quickbooks-desktop']),
    ]);
    return { default: module.QuickBooksDesktopSetUp };
  }),
  adp: late(async () => {
    const [module] = await Promise.all([
      import('@/features/accounting/set-up/payroll/adp-page'),
      loadNamespaces(['accounting-payroll']),
    ]);
    return { default: module.AdpPage };
  }),
  paychex: late(async () => {
    const [module] = await Promise.all([
      import('@/features/accounting/set-up/payroll/paychex-page'),
      loadNamespaces(['accounting-payroll']),
    ]);
    return { default: module.PaychexPage };
  }),
};
