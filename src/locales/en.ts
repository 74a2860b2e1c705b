import { keepTrying } from '@/lib/keep-trying';
import type { Texts } from '@/lib/translation';

/** Needed before anything is drawn. */
export { default as common } from './en/common.json';

/** Where the other texts in English are: one file per namespace, read when a screen asks. */
export const files = import.meta.glob<{ default: Texts }>(
  [
    './*.json',
    '!./common.json',
    // Those of office-files.ts.
    '!./{accounting,accounting-payroll,agency-files,apprentices,certified-payroll,clock-rules,companies,copying,determinations,developers,file-template,fringe,hour-value,import-faults,ledger,my-certified-payroll,my-record,owed-wages,packets,payroll-facts,plain-http,portal-links,public-contract,quickbooks-desktop,refusals,retention,sign-in-providers,signed-timesheet,system,ticket-copy,weather,webhooks}.json',
  ],
  { base: './en' },
);

/** Where the texts are that no address opens with: everyone would load their names. */
export const officeFiles = () => keepTrying(() => import('./en/office-files'));
