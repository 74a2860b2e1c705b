import { SettingsCard } from '@/components/shared/settings-card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { BillingContactCard } from '@/features/settings/components/billing-contact-card';
import { useTranslation } from '@/lib/use-translation';

/** One hosts this oneself: nothing is bought here, so nothing looks as if it were. */
export function BillingSection() {
  const { t } = useTranslation('settings');
  const isOwner = useEmployee()?.role === 'owner';
  return (
    <>
      <SettingsCard title={t('billing.plan')}>
        <p className="font-[620] text-lg">{t('billing.selfHosted')}</p>
        <p className="mt-1 text-muted text-sm">{t('billing.planText')}</p>
        <p className="mt-1 text-muted text-sm">{t('billing.room')}</p>
      </SettingsCard>
      {isOwner && <BillingContactCard />}
    </>
  );
}
