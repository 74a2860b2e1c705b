import { ticketFileName, ticketPdf } from '@/features/tickets/files/ticket-pdf';
import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import type { Language } from '@/lib/languages';

/** As `private.send_ticket_copies` writes it: everything the copy is made from. */
export interface TicketRequest {
  renderer: 'ticket';
  language: Language;
  record: TicketRecord;
}

/** The field copy of a mail, from the frozen record alone. */
export const ticketAttachment = ({ record, language }: TicketRequest, fonts: PdfFonts) => ({
  name: ticketFileName(record),
  type: 'application/pdf',
  content: new Uint8Array(ticketPdf(record, language, fonts)),
});
