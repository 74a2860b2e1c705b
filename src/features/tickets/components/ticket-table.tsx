import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import type { ListedTicket } from '@/features/tickets/api/queries';
import { STATUS_TONES } from '@/features/tickets/status-tones';
import { secondsOf, ticketNumber } from '@/features/tickets/ticket';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface TicketTableProps {
  tickets: readonly ListedTicket[];
  showsWriter: boolean;
  empty: ReactNode;
}

/** One line per ticket, newest day first. */
export function TicketTable({ tickets, showsWriter, empty }: TicketTableProps) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const columns: Column<ListedTicket>[] = [
    {
      id: 'number',
      header: t('column.number'),
      card: 'title',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <Link to={`/tickets/${row.id}`} className="font-[620] text-primary hover:underline">
          {row.number === null ? t('unnumbered') : t('name', { number: ticketNumber(row) })}
        </Link>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Badge tone={STATUS_TONES[row.status]}>{t(`status.${row.status}`)}</Badge>
          {row.is_superseded && <Badge>{t('superseded')}</Badge>}
          {row.is_changed && !row.is_superseded && (
            <Badge tone="attention">{t('timeChanged')}</Badge>
          )}
          {row.link_sent_to && <Badge tone="primary">{t('linkSent')}</Badge>}
        </span>
      ),
    },
    {
      id: 'date',
      header: t('column.date'),
      className: 'whitespace-nowrap',
      cell: (row) => format.date(row.work_date),
      sortBy: (row) => row.work_date,
    },
    { id: 'project', header: t('column.project'), cell: (row) => row.project_name },
    { id: 'what', header: t('column.what'), cell: (row) => row.description },
    { id: 'directed', header: t('column.directed'), cell: (row) => row.directed_by },
    {
      id: 'hours',
      header: t('column.hours'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (row) => formatDuration(secondsOf(Number(row.hours))),
    },
    ...(showsWriter
      ? [
          {
            id: 'writer',
            header: t('column.writer'),
            cell: (row: ListedTicket) => row.written_by,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t('title')}
      rows={tickets}
      columns={columns}
      rowKey={(row) => row.id}
      empty={empty}
    />
  );
}
