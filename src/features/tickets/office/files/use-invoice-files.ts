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
export function useInvoiceFiles(): Record<'pdf' | 'csv' | 'online' | 'iif', Save> {
  const { t } = useTranslation('billing');
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
