import type { InvoiceLine } from '@/features/tickets/office/api/queries';
import {
  type InvoiceLabels,
  type InvoiceRecord,
  invoiceName,
  lineText,
} from '@/features/tickets/office/files/invoice-text';
import { rateText } from '@/features/tickets/office/rate-text';
import { ticketNumber } from '@/features/tickets/ticket';
import type { PdfReport, ReportSection } from '@/lib/files/pdf-report';

/** The invoice on paper: a part for each ticket, one for time, and the sums. */
export function invoicePaper({ invoice, lines }: InvoiceRecord, words: InvoiceLabels): PdfReport {
  const { t, date, money } = words;
  const { company, customer, project, tickets } = invoice.content;
  const from = [company.name, company.address, company.email].filter(Boolean).join('\n');
  const to = [customer.name, customer.contact, customer.address, customer.email];
  return {
    heading: t(invoice.status === 'void' ? 'file.void' : 'file.invoice'),
    number: t('file.number', { number: invoiceName(invoice) }),
    company: from,
    facts: [
      [t('file.billTo'), to.filter(Boolean).join('\n') || '–'],
      [t('file.project'), [project.number, project.name].filter(Boolean).join(' ')],
      [t('file.issued'), date(invoice.issued_on)],
      [t('file.due'), date(invoice.due_on)],
      [t('file.total'), money(invoice.total_amount)],
    ],
    sections: [
      ...tickets.map((ticket) =>
        section(
          [
            t('file.ticket', { name: ticketNumber(ticket), date: date(ticket.work_date) }),
            ticket.description,
            ticket.signed_name && t('file.signed', { name: ticket.signed_name }),
          ]
            .filter(Boolean)
            .join(' · '),
          lines.filter(({ ticket_id }) => ticket_id === ticket.id),
          words,
        ),
      ),
      ...(lines.some(({ ticket_id }) => ticket_id === null)
        ? [
            section(
              t('file.time', { from: date(invoice.start_date), to: date(invoice.end_date) }),
              lines.filter(({ ticket_id }) => ticket_id === null),
              words,
            ),
          ]
        : []),
      {
        title: t('file.totals'),
        table: {
          columns: [
            { header: '', weight: 4 },
            { header: '', weight: 1, align: 'right' },
          ],
          rows: [
            [t('file.net'), money(invoice.net_amount)],
            [t('file.tax'), money(invoice.tax_amount)],
            [t('file.total'), money(invoice.total_amount)],
          ],
        },
      },
      ...(invoice.note ? [{ title: t('file.note'), text: invoice.note }] : []),
    ],
    signatures: [],
    footer: t('file.draft', { number: invoiceName(invoice) }),
    pageLabel: (page, pages) => t('file.page', { page, pages }),
    createdAt: invoice.created_at,
    fileId: invoice.id.replaceAll('-', ''),
  };
}

function section(
  title: string,
  lines: readonly InvoiceLine[],
  words: InvoiceLabels,
): ReportSection {
  const { t, money, number } = words;
  return {
    title,
    table: {
      columns: [
        { header: t('file.what'), weight: 4 },
        { header: t('file.quantity'), weight: 1.2, align: 'right' },
        { header: t('file.rate'), weight: 1.2, align: 'right' },
        { header: t('file.amount'), weight: 1.4, align: 'right' },
      ],
      rows: lines.map((line) => {
        const isSum = line.kind === 'markup' || line.kind === 'tax';
        return [
          lineText(line, words),
          isSum ? '' : `${number(line.quantity, 2)} ${line.unit}`,
          isSum ? '' : rateText(line.rate, money),
          money(line.amount),
        ];
      }),
    },
  };
}
