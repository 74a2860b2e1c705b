import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { deliveriesQuery, type SignedReport } from '@/features/public-work/report/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const DeliveryDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/report/components/delivery-dialog'))
    .DeliveryDialog,
}));

/** How a signed report was handed in, each time, and with what confirmation. */
export function DeliveryCard({ report }: { report: SignedReport }) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const deliveries = useQuery(deliveriesQuery(companyId, report.id));
  const [recording, setRecording] = useState(false);
  return (
    <Card>
      <CardHeader
        divided
        title={t('delivery.title')}
        description={t('delivery.text')}
        action={
          <Button variant="primary" onClick={() => setRecording(true)}>
            <Send aria-hidden="true" />
            {t('delivery.record')}
          </Button>
        }
      />
      <Loaded query={deliveries} skeleton={<ListSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('delivery.none')} text={t('delivery.noneText')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.id} className="border-b px-5 py-3 text-sm last:border-0">
                  <p className="flex flex-wrap justify-between gap-x-3">
                    <span className="font-[550]">{t(`channel.${row.channel}`)}</span>
                    <time dateTime={row.delivered_at} className="text-muted">
                      {format.dateTime(row.delivered_at)}
                    </time>
                  </p>
                  <p className="text-muted [overflow-wrap:anywhere]">
                    {[
                      row.recipient,
                      row.reference && t('delivery.confirmation', { number: row.reference }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {recording && <DeliveryDialog report={report} onClose={() => setRecording(false)} />}
    </Card>
  );
}
