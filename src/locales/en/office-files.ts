import type { Texts } from '@/lib/translation';

/** The list of these namespaces is loaded with the first of them; `../en.ts` leaves them out. */
export const files = import.meta.glob<{ default: Texts }>(
  './{accounting,accounting-payroll,agency-files,apprentices,certified-payroll,clock-rules,companies,copying,determinations,developers,file-template,fringe,hour-value,import-faults,ledger,my-certified-payroll,my-record,owed-wages,packets,payroll-facts,plain-http,portal-links,public-contract,quickbooks-desktop,refusals,retention,sign-in-providers,signed-timesheet,system,ticket-copy,weather,webhooks}.json',
);
