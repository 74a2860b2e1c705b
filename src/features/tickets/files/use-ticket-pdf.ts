import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import { errorText, unwrap } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Saves the field copy of a ticket: of a signed one always the same bytes in one language. */
export function useTicketPdf(): (id: string) => Promise<void> {
  const { t, language } = useTranslation('tickets');
  return async (id) => {
    try {
      const [{ ticketPdf, ticketFileName }, { loadPdfFonts }, answer] = await Promise.all([
        loadCode(() => import('@/features/tickets/files/ticket-pdf')),
        loadCode(() => import('@/lib/files/pdf-fonts')),
        supabase().rpc('ticket_record', { id_param: id }),
      ]);
      const record = unwrap(answer) as unknown as TicketRecord;
      const pdf = ticketPdf(record, record.language ?? language, await loadPdfFonts());
      downloadFile(ticketFileName(record), FILE_TYPES.pdf, pdf);
    } catch (cause) {
      toast.error(t('pdfFailed'), { description: errorText(cause) });
    }
  };
}
