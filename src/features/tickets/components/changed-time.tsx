import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '@/components/shared/notice';
import { ticketChangesQuery } from '@/features/tickets/api/queries';
import { secondsOf, type Ticket } from '@/features/tickets/ticket';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** Time that was changed since: what was signed stays, and a revision is signed anew. */
export function ChangedTime({ ticket, action }: { ticket: Ticket; action?: ReactNode }) {
  const { t } = useTranslation('tickets');
  const { data: changes = [] } = useQuery({
    ...ticketChangesQuery(ticket.id),
    enabled: ticket.number !== null,
  });
  if (changes.length === 0) return null;
  const isAnswered = ticket.status !== 'draft';
  return (
    <Notice
      tone="attention"
      title={t(isAnswered ? 'changed.titleSigned' : 'changed.title')}
      action={action}
    >
      <ul>
        {changes.map(({ line_id, description, reason, ticket_hours, recorded_hours }) => (
          <li key={line_id}>
            {t(`changed.${reason}`, {
              name: description,
              hours: formatDuration(secondsOf(Number(ticket_hours))),
              recorded: formatDuration(secondsOf(Number(recorded_hours ?? 0))),
            })}
          </li>
        ))}
      </ul>
      {isAnswered && <p>{t('changed.revise')}</p>}
    </Notice>
  );
}
