import { readTicketRecord } from '@/features/tickets/api/queries';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Saves the field copy of a ticket: of a signed one always the same bytes in one language. */
export function useTicketPdf(): (id: string) => Promise<void> {
  const { t, language } = useTranslation('tickets');
  return async (id) => {
    try {
      const [{ ticketPdf, ticketFileName }, { loadPdfFonts }, record] = await Promise.all([
        loadCode(() => import('@/features/tickets/files/ticket-pdf')),
        loadCode(() => import('@/lib/files/pdf-fonts')),
        readTicketRecord(id),
      ]);
      const pdf = ticketPdf(record, record.language ?? language, await loadPdfFonts());
      downloadFile(ticketFileName(record), FILE_TYPES.pdf, pdf);
    } catch (cause) {
      toast.error(t('pdfFailed'), { description: errorText(cause) });
    }
  };
}
