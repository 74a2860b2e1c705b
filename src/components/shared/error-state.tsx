import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface ErrorStateProps {
  /** What could not be shown; defaults to a general sentence. */
  title?: string;
  error?: unknown;
  onRetry?: () => void;
  className?: string;
}

/** What happened and Try again; for a list or a card that could not be loaded. */
export function ErrorState({ title, error, onRetry, className }: ErrorStateProps) {
  const { t } = useTranslation('common');
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}
    >
      <span className="mb-3 grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert className="size-5.5" aria-hidden="true" />
      </span>
      <p className="font-[620]">{title ?? t('error.load')}</p>
      {error !== undefined && (
        <p className="max-w-prose text-balance text-muted text-sm">{errorText(error)}</p>
      )}
      {onRetry && (
        <Button className="mt-4" onClick={onRetry}>
          {t('action.tryAgain')}
        </Button>
      )}
    </div>
  );
}
