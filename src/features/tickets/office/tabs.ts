import type { FunctionComponent } from 'react';
import { late } from '@/components/shared/late';

/** In the order of the screen. The key is the address (`?tab=`) and the title (`billing:tab.*`). */
export const TABS = {
  office: late(async () => ({
    default: (await import('@/features/tickets/office/office-tab')).OfficeTab,
  })),
  invoices: late(async () => ({
    default: (await import('@/features/tickets/office/invoices-tab')).InvoicesTab,
  })),
  rates: late(async () => ({
    default: (await import('@/features/tickets/office/rates-tab')).RatesTab,
  })),
} satisfies Record<string, FunctionComponent>;

export type OfficeTabName = keyof typeof TABS;
