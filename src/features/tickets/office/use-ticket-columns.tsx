import type { Column } from '@/components/shared/data-table/column';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { type OfficeTicket, STAGES } from '@/features/tickets/office/api/queries';
import { StageBadge } from '@/features/tickets/office/components/stage-badge';
import { ticketNumber } from '@/features/tickets/ticket';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Choice {
  chosen: ReadonlySet<string>;
  onChoose: (ticket: OfficeTicket, on: boolean) => void;
  onOpen: (ticket: OfficeTicket) => void;
  total: string;
}

/** Approved tickets can be chosen: for an invoice or a change order. */
export function useTicketColumns({
  chosen,
  onChoose,
  onOpen,
  total,
}: Choice): Column<OfficeTicket>[] {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return [
    {
      id: 'choose',
      header: t('column.choose'),
      headerHidden: true,
      card: 'actions',
      className: 'w-10',
      cell: (ticket) =>
        ticket.stage === 'approved' && (
          <Checkbox
            checked={chosen.has(ticket.ticket_id)}
            onCheckedChange={(on) => onChoose(ticket, on === true)}
            aria-label={t('choose', { name: ticketNumber(ticket) })}
          />
        ),
    },
    {
      id: 'ticket',
      header: t('column.ticket'),
      card: 'title',
      sortBy: ({ number, revision }) => number + revision / 1000,
      cell: (ticket) => (
        <Button variant="link" size="inline" onClick={() => onOpen(ticket)}>
          {t('ticket', { name: ticketNumber(ticket) })}
        </Button>
      ),
    },
    {
      id: 'project',
      header: t('column.project'),
      sortBy: ({ project_name }) => project_name,
      cell: ({ project_name, description }) => (
        <span className="block min-w-0">
          <span className="block">{project_name}</span>
          <span className="text-muted text-xs md:line-clamp-1">{description}</span>
        </span>
      ),
    },
    {
      id: 'date',
      header: t('column.date'),
      sortBy: ({ work_date }) => work_date,
      cell: ({ work_date }) => format.date(work_date),
    },
    {
      id: 'age',
      header: t('column.age'),
      align: 'end',
      sortBy: ({ age_days }) => age_days,
      cell: ({ age_days, stage }) => (stage === 'billed' ? '' : t('days', { count: age_days })),
    },
    {
      id: 'stage',
      header: t('column.stage'),
      sortBy: ({ stage }) => STAGES.indexOf(stage),
      cell: ({ stage, refused_at, signed_at, since, invoice_number, budget_version }) => (
        <span className="flex flex-col items-start gap-0.5">
          <StageBadge stage={stage} refused={refused_at !== null && signed_at === null} />
          <span className="text-muted text-xs">
            {[
              t('since', { date: format.date(since) }),
              invoice_number !== null && t('onInvoice', { number: invoice_number }),
              budget_version !== null && t('inBudget', { version: budget_version }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'total',
      header: t('column.total'),
      align: 'end',
      card: 'aside',
      total,
      sortBy: ({ total_amount }) => total_amount,
      cell: ({ total_amount }) => (total_amount === null ? '–' : format.money(total_amount)),
    },
  ];
}
