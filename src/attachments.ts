// The files of mails, packed for the server (dist-server/attachments.js): the renderers of the screens, no others.

import { type LedgerRootRequest, ledgerRootAttachment } from '@/entities/evidence/ledger-root-file';
import { type ReportRequest, reportAttachment } from '@/features/activity-reports/attachment';
import { type TicketRequest, ticketAttachment } from '@/features/tickets/files/attachment';
import regular from '@/lib/files/fonts/Inter-Regular.ttf?inline';
import bold from '@/lib/files/fonts/Inter-SemiBold.ttf?inline';
import { isLanguage } from '@/lib/languages';
import { addTexts, fixedT } from '@/lib/translation';
import en from '@/locales/en/activity-reports.json';
import es from '@/locales/es/activity-reports.json';

/** What the server gives beside the request. */
interface Tools {
  call: (name: string, args: Record<string, unknown>) => Promise<unknown[]>;
}

addTexts('en', 'activity-reports', en);
addTexts('es', 'activity-reports', es);

/** `data:font/ttf;base64,…` */
const base64Of = (address: string): string => address.slice(address.indexOf(',') + 1);

type Request =
  | (ReportRequest & { renderer: 'activity_report' })
  | TicketRequest
  | LedgerRootRequest;

const fonts = { regular: base64Of(regular), bold: base64Of(bold) };

export async function attachmentOf(request: Request, { call }: Tools) {
  if (request.renderer === 'ticket') return ticketAttachment(request, fonts);
  if (request.renderer === 'ledger_root') return ledgerRootAttachment(request);
  if (request.renderer !== 'activity_report') return undefined;
  return reportAttachment(request, {
    call,
    wordsOf: (language) => fixedT(isLanguage(language) ? language : 'en', 'activity-reports'),
    fonts: async () => fonts,
  });
}
