import type { Invoice, InvoiceLine } from '@/features/tickets/office/api/queries';

/** Everything a file of an invoice is made of; as it was stored, so the same file again. */
export interface InvoiceRecord {
  invoice: Invoice;
  lines: readonly InvoiceLine[];
}

/** Words of the files, in the language of the screen. */
export interface InvoiceLabels {
  t: (key: InvoiceKey, values?: Record<string, string | number>) => string;
  date: (date: string) => string;
  money: (amount: number) => string;
  number: (value: number, digits?: number) => string;
}

export type InvoiceKey =
  | 'file.invoice'
  | 'file.draft'
  | 'file.void'
  | 'file.number'
  | 'file.issued'
  | 'file.due'
  | 'file.billTo'
  | 'file.project'
  | 'file.ticket'
  | 'column.ticket'
  | 'file.time'
  | 'file.totals'
  | 'file.net'
  | 'file.tax'
  | 'file.total'
  | 'file.note'
  | 'file.what'
  | 'file.quantity'
  | 'file.unit'
  | 'file.rate'
  | 'file.amount'
  | 'file.kind'
  | 'file.date'
  | 'file.signed'
  | 'file.page'
  | 'file.markupOf'
  | 'file.taxOf'
  | `kind.${'labor' | 'equipment' | 'material' | 'other' | 'markup' | 'tax'}`;

/** A markup is stored as `labor 10%`, a tax as `8.25%`. */
export function lineText(
  { kind, description }: InvoiceLine,
  { t }: Pick<InvoiceLabels, 't'>,
): string {
  if (kind === 'tax') return t('file.taxOf', { percent: description });
  if (kind !== 'markup') return description;
  const [of = 'other', percent = ''] = description.split(' ');
  return t('file.markupOf', { kind: t(`kind.${of as 'other'}`), percent });
}

/** `INV-0012`, as accounting sorts it. */
export const invoiceName = ({ number }: Pick<Invoice, 'number'>): string =>
  `INV-${String(number).padStart(4, '0')}`;
