import { SettingsCard } from '@/components/shared/settings-card';
import { useTranslation } from '@/lib/use-translation';

/** Where other software finds this installation. */
export function ApiGuideCard() {
  const { t } = useTranslation('developers');
  return (
    <SettingsCard title={t('guide.title')} text={t('guide.text')}>
      <p className="break-all font-mono text-sm">{`${window.location.origin}/rest/v1/`}</p>
    </SettingsCard>
  );
}
