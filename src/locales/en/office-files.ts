import type { Texts } from '@/lib/translation';

/** The list of these namespaces is loaded with the first of them; `../en.ts` leaves them out. */
export const files = import.meta.glob<{ default: Texts }>(
  './{agency-files,apprentices,certified-payroll,clock-rules,copying,determinations,developers,file-template,fringe,ledger,my-record,owed-wages,payroll-facts,public-contract,sign-in-providers,signed-timesheet,system,webhooks}.json',
);
