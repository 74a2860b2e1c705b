import { Copy, ExternalLink } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import { useTranslation } from '@/lib/use-translation';

/** What to click at Intuit before there is anything to paste here. */
export function IntuitSteps({
  redirectUri,
  isReachable,
}: {
  redirectUri: string;
  isReachable: boolean;
}) {
  const { t } = useTranslation('accounting-quickbooks');
  return (
    <SettingsCard title={t('steps.title')} text={t('steps.text')}>
      {!isReachable && (
        <Notice tone="attention" className="mb-4" title={t('needsHttps')}>
          {t('needsHttpsText', { address: redirectUri })}
        </Notice>
      )}
      <ol className="grid list-decimal gap-3 pl-5 text-sm">
        <li className="pl-1">
          {t('steps.app')}{' '}
          <a
            className="inline-flex items-center gap-1 font-[560] text-primary hover:underline"
            href="https://developer.intuit.com/app/developer/myapps"
            target="_blank"
            rel="noreferrer"
          >
            developer.intuit.com
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        </li>
        <li className="pl-1">
          {t('steps.redirect')}
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <code className="min-w-0 select-all break-all rounded-control bg-sunken px-2 py-1.5 font-mono text-sm">
              {redirectUri}
            </code>
            <Button size="small" onClick={() => void copyText(redirectUri, t('copied'))}>
              <Copy aria-hidden="true" />
              {t('copy')}
            </Button>
          </div>
        </li>
        <li className="pl-1">{t('steps.assessment')}</li>
        <li className="pl-1">{t('steps.keys')}</li>
      </ol>
    </SettingsCard>
  );
}
