import { Spinner } from '@/components/ui/spinner';
import { useTranslation } from '@/lib/use-translation';

/** The session check alone shows a spinner; everything else shows skeletons. */
export function FullPageSpinner() {
  const { t } = useTranslation('common');
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-primary">
      <Spinner className="size-8" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}
