import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { billingHistoryQuery } from '@/features/settings/api/billing';
import { BillingContactCard } from '@/features/settings/components/billing-contact-card';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { useFormat } from '@/lib/format-context';

/** One hosts this oneself: no prices and no card, but a contact, and what was exported when. */
export function BillingSection() {
  const { t } = useTranslation('settings');
  const isOwner = useEmployee()?.role === 'owner';
  const [open, setOpen] = useState<'upgrade' | 'history' | null>(null);
  return (
    <>
      <SettingsCard title={t('billing.plan')}>
        <p className="font-[620] text-lg">{t('billing.selfHosted')}</p>
        <p className="text-muted text-sm">{t('billing.planText')}</p>
        <p className="mt-3 text-sm">
          <span className="text-muted">{t('billing.card')}:</span> {t('billing.noCard')}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setOpen('upgrade')}>{t('billing.upgrade')}</Button>
          <Button onClick={() => setOpen('history')}>{t('billing.history')}</Button>
        </div>
      </SettingsCard>
      {isOwner && <BillingContactCard />}
      <Dialog open={open === 'upgrade'} onOpenChange={() => setOpen(null)}>
        <DialogContent title={t('billing.upgradeTitle')}>
          <DialogBody className="flex flex-col gap-3 pb-5 text-sm">
            <p>{t('billing.upgradeMachine')}</p>
            <p>{t('billing.upgradeDatabase')}</p>
            <p>{t('billing.upgradeHosted')}</p>
          </DialogBody>
        </DialogContent>
      </Dialog>
      {open === 'history' && <HistoryDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const {
    data = [],
    isPending,
    isLoadingError,
    error,
    refetch,
  } = useQuery(billingHistoryQuery(companyId));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('billing.history')} description={t('billing.historyText')}>
        <DialogBody className="pb-5">
          {isPending && <ListSkeleton rows={3} />}
          {isLoadingError && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!isPending && !isLoadingError && data.length === 0 && (
            <EmptyState title={t('billing.noHistory')} />
          )}
          <ul className="divide-y text-sm">
            {data.map((item) => (
              <li key={item.id} className="flex justify-between gap-3 py-2.5">
                <span>
                  {t('billing.export', {
                    format: item.format.toUpperCase(),
                    period: format.dateRange(item.start_date, item.end_date),
                  })}
                </span>
                <span className="text-muted">{format.dateTime(item.created_at)}</span>
              </li>
            ))}
          </ul>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
