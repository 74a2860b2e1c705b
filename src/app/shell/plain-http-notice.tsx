import { ShieldAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** A page of the server itself, not of the app: it has the steps for every phone and computer. */
const SETUP_PAGE = '/lan';

const STORAGE_KEY = 'chalkline.plain-http';

export default function PlainHttpNotice() {
  const { t } = useTranslation('plain-http');
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  const dismiss = (): void => {
    localStorage.setItem(STORAGE_KEY, 'dismissed');
    setDismissed(true);
  };
  if (isDismissed) return null;
  return (
    <aside
      data-print="hide"
      aria-label={t('label')}
      className="flex items-start gap-2.5 border-b bg-attention-soft px-3.5 py-2.5 text-sm md:items-center md:px-7"
    >
      <ShieldAlert
        aria-hidden="true"
        className="mt-0.5 size-4 shrink-0 text-attention-strong md:mt-0"
      />
      <p className="min-w-0 flex-1">
        <strong className="font-[620]">{t('title')}.</strong> {t('text')}{' '}
        <a
          href={SETUP_PAGE}
          target="_blank"
          rel="noreferrer"
          className="rounded-small font-[620] text-primary underline underline-offset-4 pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {t('action')}
        </a>
      </p>
      <Button size="icon" variant="ghost" aria-label={t('dismiss')} onClick={dismiss}>
        <X aria-hidden="true" />
      </Button>
    </aside>
  );
}
