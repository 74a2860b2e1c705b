import { ReceiptText } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { BackLink } from '@/components/shared/back-link';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useProject } from '@/entities/project/projects-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { AnsweredTicket } from '@/features/tickets/components/answered-ticket';
import { DraftTicket } from '@/features/tickets/components/draft-ticket';
import { RefusedCalls } from '@/features/tickets/components/refused-calls';
import { STATUS_TONES } from '@/features/tickets/status-tones';
import { type Ticket, ticketNumber } from '@/features/tickets/ticket';
import { useTicket } from '@/features/tickets/use-ticket';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** One ticket: written by the foreman, then as the customer answered it. */
export function TicketScreen() {
  const { t } = useTranslation('tickets');
  const { ticketId = '' } = useParams();
  const { company } = useViewer();
  const { query, ticket, isWaiting, refused } = useTicket(ticketId);
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'extra_work_tickets', filter, stale: [queryKeys.tickets] });
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to="/tickets">{t('title')}</BackLink>
      <Loaded query={query} skeleton={<ScreenSkeleton />} framed>
        {ticket ? (
          <>
            <Heading ticket={ticket} />
            <div className="grid grid-cols-1 gap-4">
              {refused.length > 0 && <RefusedCalls events={refused} />}
              {ticket.status === 'draft' ? (
                <DraftTicket key={ticket.id} ticket={ticket} isWaiting={isWaiting} />
              ) : (
                <AnsweredTicket ticket={ticket} isWaiting={isWaiting} />
              )}
            </div>
          </>
        ) : (
          <>
            <PageHeader title={t('title')} />
            <Card>
              <EmptyState
                icon={ReceiptText}
                title={t('notFound.title')}
                text={t('notFound.text')}
              />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Heading({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const project = useProject(ticket.fields.project_id);
  const manages = useIsPrivileged();
  const number = ticketNumber(ticket);
  return (
    <PageHeader
      title={number ? t('name', { number }) : t('unnumbered')}
      description={[project?.name, format.date(ticket.fields.work_date)]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <span>
            <Badge tone={STATUS_TONES[ticket.status]}>{t(`status.${ticket.status}`)}</Badge>
          </span>
          {manages && ticket.status !== 'draft' && (
            <Button asChild>
              <Link to={`/tickets/office?ticket=${ticket.id}`}>{t('office')}</Link>
            </Button>
          )}
        </>
      }
    />
  );
}
