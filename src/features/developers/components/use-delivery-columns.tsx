import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Delivery } from '@/features/developers/api/webhooks';
import { errorCode, messageId, type ShownDelivery } from '@/features/developers/webhook-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_CHARACTERS = 10;

interface Actions {
  open: (delivery: Delivery) => void;
  repeat: (delivery: Delivery) => void;
}

export function useDeliveryColumns({ open, repeat }: Actions): Column<ShownDelivery>[] {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return [
    {
      id: 'answer',
      header: t('deliveries.answer'),
      card: 'aside',
      cell: ({ delivery }) => <AnswerBadge delivery={delivery} />,
    },
    {
      id: 'event',
      header: t('deliveries.event'),
      card: 'title',
      cell: ({ delivery }) => (
        <Button variant="link" size="inline" onClick={() => open(delivery)}>
          <span className="break-all text-left font-mono">{delivery.event.type}</span>
          <span className="sr-only">, {messageId(delivery)}</span>
        </Button>
      ),
    },
    {
      id: 'id',
      header: t('deliveries.id'),
      className: 'max-xl:hidden',
      card: 'hidden',
      cell: ({ delivery }) => (
        <span className="font-mono text-muted text-sm" title={messageId(delivery)}>
          {messageId(delivery).slice(0, SHOWN_CHARACTERS)}
        </span>
      ),
    },
    {
      id: 'sent',
      header: t('deliveries.sent'),
      cell: ({ delivery: { sent_at } }) => (sent_at ? format.dateTime(sent_at) : '–'),
    },
    {
      id: 'attempt',
      header: t('deliveries.attempt'),
      cell: (shown) => <Attempt {...shown} />,
    },
    {
      id: 'actions',
      header: t('deliveries.resend'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      cell: ({ delivery, nextAt }) =>
        delivery.kind !== 'test' &&
        delivery.status !== 'queued' && (
          <Button
            variant={nextAt ? 'outline' : 'ghost'}
            size="small"
            onClick={() => repeat(delivery)}
          >
            {t(
              nextAt || delivery.status === 'waiting' ? 'deliveries.sendNow' : 'deliveries.resend',
            )}
            <span className="sr-only">
              {delivery.event.type}, {messageId(delivery)}
            </span>
          </Button>
        ),
    },
  ];
}

export function AnswerBadge({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const { status, response_code: code } = delivery;
  if (status === 'delivered') return <Badge tone="success">{code}</Badge>;
  if (status === 'failed') {
    return <Badge tone="danger">{code ?? t(`error.${errorCode(delivery)}`)}</Badge>;
  }
  return <Badge>{t(`deliveries.${status as 'waiting' | 'queued'}`)}</Badge>;
}

function Attempt({ delivery, nextAt, arrivedLater }: ShownDelivery) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { attempt, duration_ms: ms } = delivery;
  if (nextAt) return t('deliveries.next', { attempt, time: format.dateTime(nextAt) });
  if (arrivedLater) return t('deliveries.thenDelivered', { attempt });
  if (delivery.status === 'failed') return t('deliveries.last', { attempt });
  return ms === null ? attempt : t('deliveries.took', { attempt, ms: format.number(ms) });
}
