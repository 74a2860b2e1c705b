import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { CardHeader } from '@/components/ui/card';
import {
  type Delivery,
  deliveriesQuery,
  useRepeatDelivery,
  useSendTest,
  type Webhook,
} from '@/features/developers/api/webhooks';
import { DeliveryDetails } from '@/features/developers/components/delivery-details';
import { useDeliveryColumns } from '@/features/developers/components/use-delivery-columns';
import { WebhookMenu } from '@/features/developers/components/webhook-menu';
import { shownDeliveries } from '@/features/developers/webhook-state';
import { useTranslation } from '@/lib/use-translation';

const FIRST = 30;
const ALL = 1000;

export interface DeliveriesPaneProps {
  webhook: Webhook;
  changeSecret: () => void;
  onEdit: () => void;
}

export function DeliveriesPane({ webhook, changeSecret, onEdit }: DeliveriesPaneProps) {
  const { t } = useTranslation('webhooks');
  const [limit, setLimit] = useState(FIRST);
  const [opened, setOpened] = useState<Delivery | null>(null);
  const deliveries = useQuery(deliveriesQuery(webhook.id, limit));
  const test = useSendTest();
  const repeat = useRepeatDelivery();
  const columns = useDeliveryColumns({ open: setOpened, repeat: ({ id }) => repeat.mutate(id) });
  const count = deliveries.data?.count ?? 0;
  return (
    <div className="flex min-w-0 flex-col">
      <CardHeader
        title={t('deliveries.title')}
        divided
        action={
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" disabled={test.isPending} onClick={() => test.mutate(webhook.id)}>
              {t('sendTest')}
            </Button>
            <Button size="small" onClick={changeSecret}>
              {t('changeSecret')}
            </Button>
            <WebhookMenu webhook={webhook} onEdit={onEdit} />
          </div>
        }
      />
      <div className="flex-1">
        <Loaded query={deliveries} skeleton={<TableSkeleton />}>
          {({ rows }) => (
            <DataTable
              label={t('deliveries.title')}
              rows={shownDeliveries(rows)}
              columns={columns}
              rowKey={({ delivery }) => delivery.id}
              empty={
                <EmptyState
                  icon={Send}
                  title={t('deliveries.none')}
                  text={t('deliveries.noneText')}
                />
              }
            />
          )}
        </Loaded>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t px-5 py-3 text-muted text-sm">
        {t('deliveries.stored')}
        {count > limit && (
          <Button variant="link" size="inline" onClick={() => setLimit(ALL)}>
            {t('deliveries.all', { count })}
          </Button>
        )}
      </div>
      {opened && (
        <DeliveryDetails webhook={webhook} delivery={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
