import { Signature } from 'lucide-react';
import { useNavigate } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { type OpenPortal, type PortalTicket, useOpenTicket } from '@/features/portal/api/portal';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

interface TicketListProps {
  token: string;
  portal: OpenPortal;
  tickets: readonly PortalTicket[];
}

/** Extra work: what waits for a signature, and what was answered. */
export function TicketList({ token, portal, tickets }: TicketListProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  const stateOf = ({ answer, answered_by, answered_at }: PortalTicket): string =>
    answer === 'waiting'
      ? t('tickets.waiting')
      : t(`tickets.${answer}`, {
          name: answered_by ?? '',
          date: answered_at ? day.dateOf(answered_at) : '',
        });
  return (
    <Card>
      <CardHeader divided title={t('tickets.title')} />
      {tickets.length === 0 ? (
        <EmptyState title={t('tickets.empty')} />
      ) : (
        <ul className="divide-y">
          {tickets.map((ticket) => (
            <li key={ticket.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-[550]">
                  {t('tickets.name', { name: ticket.name })}
                  <span className="font-normal text-muted"> · {day.date(ticket.work_date)}</span>
                </p>
                {ticket.phase && <p>{ticket.phase}</p>}
                <p className="line-clamp-2">{ticket.description}</p>
                <p className="text-muted text-sm">{stateOf(ticket)}</p>
              </div>
              {ticket.answer === 'waiting' && <OpenTicket token={token} ticket={ticket} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** On the first page, so that nobody looks for it. */
export function WaitingTicket({ token, ticket }: { token: string; ticket: PortalTicket }) {
  const { t } = useTranslation('portal');
  return (
    <div className="flex items-center gap-3 rounded-card bg-attention-soft px-5 py-3 text-attention-strong">
      <Signature className="size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-[550]">{t('tickets.name', { name: ticket.name })}</p>
        <p className="text-sm">{t('tickets.banner')}</p>
      </div>
      <OpenTicket token={token} ticket={ticket} />
    </div>
  );
}

function OpenTicket({ token, ticket }: { token: string; ticket: PortalTicket }) {
  const { t } = useTranslation('portal');
  const navigate = useNavigate();
  const open = useOpenTicket(token);
  return (
    <>
      <Button
        busy={open.isPending}
        aria-label={t('tickets.openName', { name: ticket.name })}
        onClick={() => open.mutate(ticket.id, { onSuccess: (address) => void navigate(address) })}
      >
        {t('tickets.open')}
      </Button>
      {open.error && <Notice tone="danger">{errorText(open.error)}</Notice>}
    </>
  );
}
