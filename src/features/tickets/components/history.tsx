import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ticketCopiesQuery } from '@/features/tickets/api/queries';
import { Part } from '@/features/tickets/components/part';
import type { Ticket } from '@/features/tickets/ticket';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Step {
  name: string;
  detail?: string;
  at: string;
  isRefusal?: boolean;
}

/** What happened to the ticket, in its order. */
export function History({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data: copies = [] } = useQuery({
    ...ticketCopiesQuery(companyId, ticket.id),
    enabled: ticket.number !== null,
  });
  const steps: Step[] = [
    { name: t('history.written'), at: ticket.created_at },
    ...(ticket.shown_at ? [{ name: t('history.shown'), at: ticket.shown_at }] : []),
    ...(ticket.refused_at
      ? [
          {
            name: t('history.refused'),
            detail: ticket.refused_name ?? '',
            at: ticket.refused_at,
            isRefusal: true,
          },
        ]
      : []),
    ...(ticket.signed_at
      ? [{ name: t('history.signed'), detail: ticket.signed_name ?? '', at: ticket.signed_at }]
      : []),
    ...(ticket.witness_at
      ? [{ name: t('history.witness'), detail: ticket.witness_name ?? '', at: ticket.witness_at }]
      : []),
    ...(copies[0]
      ? [
          {
            name: t('history.copies'),
            detail: [...new Set(copies.map(({ address }) => address))].join(', '),
            at: copies[0].created_at,
          },
        ]
      : []),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <Part title={t('history.title')}>
      <Card>
        <ol className="divide-y">
          {steps.map(({ name, detail, at, isRefusal }) => {
            const Icon = isRefusal ? X : Check;
            return (
              <li key={`${name} ${at}`} className="flex items-start gap-3 px-4 py-2.5">
                <Icon
                  className={`mt-0.5 size-4 shrink-0 ${isRefusal ? 'text-danger' : 'text-success-strong'}`}
                  aria-hidden="true"
                />
                <span className="min-w-0 flex-1">
                  {name}
                  {detail && <span className="block break-words text-muted text-sm">{detail}</span>}
                </span>
                <span className="tabular shrink-0 text-muted text-sm">{format.dateTime(at)}</span>
              </li>
            );
          })}
        </ol>
      </Card>
    </Part>
  );
}
