import i18next from 'i18next';
import { ErrorState } from '@/components/shared/error-state';
import { AppError } from '@/lib/errors';

/** Before anything else could be loaded. */
export function ServerUnreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title={i18next.t('offline.title')}
        error={new AppError('offline')}
        onRetry={onRetry}
      />
    </main>
  );
}
