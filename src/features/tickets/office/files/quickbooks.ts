import type { InvoiceLine } from '@/features/tickets/office/api/queries';
import {
  type InvoiceLabels,
  type InvoiceRecord,
  invoiceName,
  lineText,
} from '@/features/tickets/office/files/invoice-text';
import { ticketNumber } from '@/features/tickets/ticket';
import { type CsvValue, csvText } from '@/lib/files/csv';

/** Products and services of QuickBooks that lines are booked on; they are made there once, with these names. */
const ITEMS: Record<InvoiceLine['kind'], string> = {
  labor: 'T&M Labor',
  equipment: 'T&M Equipment',
  material: 'T&M Material',
  other: 'T&M Other',
  markup: 'T&M Markup',
  tax: 'T&M Sales Tax',
};

/** `03/07/2026`, whatever the screen shows: both importers expect it in the United States. */
const usDate = (date: string | null): string => {
  const [year, month, day] = (date ?? '').split('-');
  return date ? `${month}/${day}/${year}` : '';
};

const described = (record: InvoiceRecord, line: InvoiceLine, words: InvoiceLabels): string => {
  const ticket = record.invoice.content.tickets.find(({ id }) => id === line.ticket_id);
  const text = lineText(line, words);
  return ticket ? `#${ticketNumber(ticket)} ${text}` : text;
};

const ONLINE_COLUMNS = [
  'InvoiceNo',
  'Customer',
  'InvoiceDate',
  'DueDate',
  'Terms',
  'Location',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  'ItemAmount',
  'Service Date',
] as const;

/** QuickBooks Online, Import data › Invoices. See docs/rules/extra-work.md#quickbooks. */
export function quickBooksOnlineCsv(record: InvoiceRecord, words: InvoiceLabels): string {
  const { invoice, lines } = record;
  const { customer, project } = invoice.content;
  return csvText([
    [...ONLINE_COLUMNS],
    ...lines.map((line): CsvValue[] => [
      invoiceName(invoice),
      customer.name ?? '',
      usDate(invoice.issued_on),
      usDate(invoice.due_on),
      '',
      '',
      project.name,
      ITEMS[line.kind],
      described(record, line, words),
      line.quantity,
      { fixed: plainRate(line.rate) },
      { fixed: line.amount.toFixed(2) },
      usDate(line.work_date ?? invoice.end_date),
    ]),
  ]);
}

/** Four digits only where a rate has them. */
const plainRate = (rate: number): string => rate.toFixed(4).replace(/0{1,2}$/, '');

/** A cell of an IIF file: tabs and line breaks would begin another one, quotes have a meaning of their own. */
const cell = (text: string | number): string =>
  String(text)
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll('"', "'");

const row = (...cells: (string | number)[]): string => `${cells.map(cell).join('\t')}\r\n`;

/** QuickBooks Desktop, File › Utilities › Import › IIF Files. Amounts of splits are credits: negative. */
export function quickBooksIif(record: InvoiceRecord, words: InvoiceLabels): string {
  const { invoice, lines } = record;
  const { customer, project } = invoice.content;
  const date = usDate(invoice.issued_on);
  const name = customer.name ?? '';
  const [line1 = '', line2 = '', line3 = ''] = (customer.address ?? '').split('\n');
  return [
    row(
      '!TRNS',
      'TRNSTYPE',
      'DATE',
      'ACCNT',
      'NAME',
      'AMOUNT',
      'DOCNUM',
      'MEMO',
      'DUEDATE',
      'ADDR1',
      'ADDR2',
      'ADDR3',
      'ADDR4',
    ),
    row(
      '!SPL',
      'TRNSTYPE',
      'DATE',
      'ACCNT',
      'NAME',
      'AMOUNT',
      'DOCNUM',
      'MEMO',
      'QNTY',
      'PRICE',
      'INVITEM',
      'TAXABLE',
      'SERVICEDATE',
    ),
    row('!ENDTRNS'),
    row(
      'TRNS',
      'INVOICE',
      date,
      'Accounts Receivable',
      name,
      invoice.total_amount.toFixed(2),
      invoiceName(invoice),
      project.name,
      usDate(invoice.due_on),
      name,
      line1,
      line2,
      line3,
    ),
    ...lines.map((line) =>
      row(
        'SPL',
        'INVOICE',
        date,
        'Sales',
        name,
        (-line.amount).toFixed(2),
        invoiceName(invoice),
        described(record, line, words),
        -line.quantity,
        plainRate(line.rate),
        ITEMS[line.kind],
        'N',
        usDate(line.work_date ?? invoice.end_date),
      ),
    ),
    row('ENDTRNS'),
  ].join('');
}
