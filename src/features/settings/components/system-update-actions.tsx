import { ExternalLink, RefreshCw } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { type SystemLine, useCheckForUpdate } from '@/features/settings/api/system';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Asks for a newer version now; only where the installation was told whom to ask. */
export function SystemUpdateActions({ line }: { line: SystemLine }) {
  const { t } = useTranslation('system');
  const check = useCheckForUpdate();
  const notes = line.values['notesUrl'];
  if (line.state === 'off') return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
        <RefreshCw aria-hidden="true" />
        {t('update.checkNow')}
      </Button>
      {typeof notes === 'string' && /^https?:\/\//.test(notes) && (
        <Button size="small" asChild>
          <a href={notes} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            {t('update.notes')}
          </a>
        </Button>
      )}
      {check.error && (
        <Notice tone="danger" className="w-full">
          {errorText(check.error)}
        </Notice>
      )}
    </div>
  );
}
