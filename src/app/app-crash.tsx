import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** The router's last resort, when not even the shell could be drawn. */
export function AppCrash() {
  const { t } = useTranslation('common');
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <PageTitle title={t('crash.title')} />
      <div className="flex flex-col items-center gap-3">
        <Wordmark size="large" className="mb-6" />
        <h1 className="font-[680] text-xl tracking-[-0.02em]">{t('crash.title')}</h1>
        <p className="max-w-prose text-balance text-muted">{t('crash.text')}</p>
        <Button variant="primary" className="mt-3" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      </div>
    </main>
  );
}
