import { expect, test } from 'vitest';
import type { Invoice, InvoiceLine } from '@/features/tickets/office/api/queries';
import { invoiceCsv } from '@/features/tickets/office/files/invoice-csv';
import { type InvoiceLabels, lineText } from '@/features/tickets/office/files/invoice-text';
import { quickBooksIif, quickBooksOnlineCsv } from '@/features/tickets/office/files/quickbooks';

const words: InvoiceLabels = {
  t: (key, values) => [key, ...Object.values(values ?? {})].join(' '),
  date: String,
  money: String,
  number: String,
};
const line = (
  kind: InvoiceLine['kind'],
  description: string,
  quantity: number,
  rate: number,
  ticket_id: string | null = 't',
) =>
  ({
    kind,
    description,
    quantity,
    rate,
    amount: Math.round(quantity * rate * 100) / 100,
    unit: 'h',
    ticket_id,
    work_date: ticket_id && '2026-03-02',
  }) as InvoiceLine;
const record = {
  invoice: {
    number: 12,
    issued_on: '2026-04-01',
    due_on: '2026-05-01',
    end_date: '2026-03-31',
    total_amount: 775.48,
    content: {
      customer: { name: 'Gail "GC" Builders', address: '1 Main St\nAustin, TX' },
      project: { name: 'Harbor Point' },
      tickets: [{ id: 't', number: 3, revision: 1, work_date: '2026-03-02' }],
    },
  } as unknown as Invoice,
  lines: [
    line('labor', '=Ana\tRuiz', 6.5, 92),
    line('markup', 'labor 10%', 1, 59.8),
    line('tax', '8.25%', 1, 2.48),
    line('labor', 'Luis', 1, 115.2, null),
  ],
};

test('QuickBooks Online gets a row for each line, with dates and amounts it can read', () => {
  const [header, first, , , last] = quickBooksOnlineCsv(record, words).split('\r\n');
  expect(header).toBe(
    'InvoiceNo,Customer,InvoiceDate,DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,ItemAmount,Service Date',
  );
  expect(first).toBe(
    'INV-0012,"Gail ""GC"" Builders",04/01/2026,05/01/2026,,,Harbor Point,T&M Labor,#3 R1 =Ana\tRuiz,6.5,92.00,598.00,03/02/2026',
  );
  expect(last).toBe(
    'INV-0012,"Gail ""GC"" Builders",04/01/2026,05/01/2026,,,Harbor Point,T&M Labor,Luis,1,115.20,115.20,03/31/2026',
  );
});

test('an IIF file balances: the total is a debit, its lines are credits', () => {
  const rows = quickBooksIif(record, words)
    .trimEnd()
    .split('\r\n')
    .map((text) => text.split('\t'));
  expect(rows.map(([kind]) => kind)).toEqual([
    '!TRNS',
    '!SPL',
    '!ENDTRNS',
    'TRNS',
    'SPL',
    'SPL',
    'SPL',
    'SPL',
    'ENDTRNS',
  ]);
  const amounts = rows
    .filter(([kind]) => kind === 'TRNS' || kind === 'SPL')
    .map((cells) => Number(cells[5]));
  expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(0);
  for (const cells of rows.filter(([kind]) => kind === 'SPL')) expect(cells).toHaveLength(13);
  expect(rows[3]?.[4]).toBe("Gail 'GC' Builders");
});

test('a CSV has each line once and runs no formula; markups and tax are named', () => {
  const rows = invoiceCsv(record, words).trimEnd().split('\r\n');
  expect(rows).toHaveLength(5);
  expect(rows[1]).toContain("'=Ana");
  expect(lineText(record.lines[1] as InvoiceLine, words)).toBe('file.markupOf kind.labor 10%');
  expect(lineText(record.lines[2] as InvoiceLine, words)).toBe('file.taxOf 8.25%');
});
