import { useQuery } from '@tanstack/react-query';
import { SettingsCard } from '@/components/shared/settings-card';
import { tokensServedQuery } from '@/features/developers/api/tokens';
import { useTranslation } from '@/lib/use-translation';

/** Where other software finds this installation. */
export function ApiGuideCard() {
  const { t } = useTranslation('developers');
  // A server of ours describes itself; a hosted project has no such address.
  const isOurs = useQuery(tokensServedQuery).data === true;
  return (
    <SettingsCard title={t('guide.title')} text={t('guide.text')}>
      <p className="break-all font-mono text-sm">{`${window.location.origin}/rest/v1/`}</p>
      {isOurs && (
        <p className="mt-2 text-sm">
          <a className="underline" href="/openapi.json" target="_blank" rel="noreferrer">
            {t('guide.description')}
          </a>
        </p>
      )}
    </SettingsCard>
  );
}
