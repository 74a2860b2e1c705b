import { useViewer } from '@/entities/viewer/use-viewer';
import type { OfficeTicket } from '@/features/tickets/office/api/queries';
import { totalOf } from '@/features/tickets/office/open-tickets';
import { ticketNumber } from '@/features/tickets/ticket';
import type { GroupedReport, ReportColumn } from '@/lib/files/grouped-sheet';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The list on the screen, ready for files. */
export function useTicketFile(): (
  tickets: readonly OfficeTicket[],
) => Omit<GroupedReport, 'createdAt'> {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  const text = (id: string, header: string, weight: number): ReportColumn => ({
    id,
    header,
    format: 'text',
    weight,
    written: String,
  });
  return (tickets) => ({
    title: t('office.title'),
    company,
    notes: [],
    remarks: [],
    columns: [
      text('project', t('column.project'), 2),
      text('ticket', t('column.ticket'), 0.8),
      text('date', t('column.date'), 1),
      text('what', t('column.what'), 2.6),
      text('stage', t('column.stage'), 1.2),
      text('since', t('column.since'), 1),
      { id: 'age', header: t('column.age'), format: 'integer', weight: 0.8, written: String },
      text('invoice', t('column.invoice'), 0.8),
      {
        id: 'total',
        header: t('column.total'),
        format: 'money',
        weight: 1.2,
        digits: 2,
        written: format.money,
      },
    ],
    rows: [
      ...tickets.map((ticket) => ({
        kind: 'line' as const,
        cells: [
          ticket.project_name,
          ticketNumber(ticket),
          format.date(ticket.work_date),
          ticket.description,
          t(`stage.${ticket.stage}`),
          format.date(ticket.since),
          ticket.age_days,
          ticket.invoice_number === null ? '' : String(ticket.invoice_number),
          ticket.total_amount,
        ],
      })),
      {
        kind: 'total' as const,
        cells: [t('column.total'), '', '', '', '', '', null, '', totalOf(tickets)],
      },
    ],
  });
}
