import {
  type InvoiceLabels,
  type InvoiceRecord,
  invoiceName,
  lineText,
} from '@/features/tickets/office/files/invoice-text';
import { type CsvValue, csvText } from '@/lib/files/csv';

const dollars = (amount: number): CsvValue => ({ fixed: amount.toFixed(2) });

/** One row for each line, for a spreadsheet. */
export function invoiceCsv({ invoice, lines }: InvoiceRecord, words: InvoiceLabels): string {
  const { t } = words;
  const { customer, project, tickets } = invoice.content;
  return csvText([
    [
      t('file.invoice'),
      t('file.issued'),
      t('file.billTo'),
      t('file.project'),
      t('column.ticket'),
      t('file.date'),
      t('file.kind'),
      t('file.what'),
      t('file.quantity'),
      t('file.unit'),
      t('file.rate'),
      t('file.amount'),
    ],
    ...lines.map((line): CsvValue[] => [
      invoiceName(invoice),
      invoice.issued_on,
      customer.name ?? '',
      project.name,
      tickets.find(({ id }) => id === line.ticket_id)?.number ?? null,
      line.work_date,
      t(`kind.${line.kind}`),
      lineText(line, words),
      line.quantity,
      line.unit,
      line.rate,
      dollars(line.amount),
    ]),
  ]);
}
