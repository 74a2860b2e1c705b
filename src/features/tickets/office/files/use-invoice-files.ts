import { useQueryClient } from '@tanstack/react-query';
import { ticketRecordQuery } from '@/features/tickets/office/api/queries';
import { invoiceCsv } from '@/features/tickets/office/files/invoice-csv';
import { invoicePaper } from '@/features/tickets/office/files/invoice-pdf';
import {
  type InvoiceLabels,
  type InvoiceRecord,
  invoiceName,
} from '@/features/tickets/office/files/invoice-text';
import { quickBooksIif, quickBooksOnlineCsv } from '@/features/tickets/office/files/quickbooks';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { useTranslation } from '@/lib/use-translation';

type Save = (record: InvoiceRecord) => Promise<void>;

/** Saves an invoice as one of its files. */
export function useInvoiceFiles(): Record<'pdf' | 'zip' | 'csv' | 'online' | 'iif', Save> {
  const { t, language } = useTranslation('billing');
  const client = useQueryClient();
  const format = useFormat();
  const words: InvoiceLabels = { t, date: format.date, money: format.money, number: format.number };
  const text =
    (
      ending: string,
      type: string,
      make: (record: InvoiceRecord, words: InvoiceLabels) => string,
    ): Save =>
    async (record) =>
      downloadFile(`${invoiceName(record.invoice)}${ending}`, type, make(record, words));
  return {
    pdf: async (record) =>
      downloadFile(
        `${invoiceName(record.invoice)}.pdf`,
        FILE_TYPES.pdf,
        await invoicePdf(record, words),
      ),
    zip: async (record) => {
      const [{ onePiece, zipFile }, { ticketPdf, ticketFileName }, { loadPdfFonts }] =
        await Promise.all([
          loadCode(() => import('@/lib/files/zip-file')),
          loadCode(() => import('@/features/tickets/files/ticket-pdf')),
          loadCode(() => import('@/lib/files/pdf-fonts')),
        ]);
      const name = invoiceName(record.invoice);
      const zip = await zipFile('chalkline-invoice');
      const add = (file: string, pdf: ArrayBuffer) =>
        zip.add({ name: file, content: onePiece(pdf), packed: true });
      await add(`${name}.pdf`, await invoicePdf(record, words));
      for (const { id } of record.invoice.content.tickets) {
        const ticket = await client.fetchQuery(ticketRecordQuery(id));
        const pdf = ticketPdf(ticket, ticket.language ?? language, await loadPdfFonts());
        await add(ticketFileName(ticket), pdf);
      }
      downloadFile(`${name}.zip`, 'application/zip', await zip.finish());
    },
    csv: text('.csv', FILE_TYPES.csv, invoiceCsv),
    online: text('-quickbooks.csv', FILE_TYPES.csv, quickBooksOnlineCsv),
    iif: text('.iif', 'text/plain', quickBooksIif),
  };
}

async function invoicePdf(record: InvoiceRecord, words: InvoiceLabels): Promise<ArrayBuffer> {
  const [{ pdfReportFile }, { loadPdfFonts }] = await Promise.all([
    loadCode(() => import('@/lib/files/pdf-report')),
    loadCode(() => import('@/lib/files/pdf-fonts')),
  ]);
  return pdfReportFile(invoicePaper(record, words), await loadPdfFonts());
}
