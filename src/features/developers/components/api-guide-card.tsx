import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { readApiDescription } from '@/features/developers/api/reference';
import { tokensServedQuery } from '@/features/developers/api/tokens';
import { apiReference } from '@/features/developers/files/api-reference';
import { downloadFile } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Where other software finds this installation, and a page of what it finds there. */
export function ApiGuideCard() {
  const { t } = useTranslation('developers');
  // A server of ours describes itself; a hosted project has no such address.
  const isOurs = useQuery(tokensServedQuery).data === true;
  const save = useWrite({
    send: async () =>
      downloadFile('chalkline-api.md', 'text/markdown', apiReference(await readApiDescription())),
  });
  return (
    <SettingsCard title={t('guide.title')} text={t('guide.text')}>
      <p className="mb-4 break-all font-mono text-sm">{`${window.location.origin}/rest/v1/`}</p>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden="true" />
        {t('guide.reference')}
      </Button>
      {isOurs && (
        <p className="mt-4 text-sm">
          <a className="underline" href="/openapi.json" target="_blank" rel="noreferrer">
            {t('guide.description')}
          </a>
        </p>
      )}
    </SettingsCard>
  );
}
