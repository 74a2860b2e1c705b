import { ErrorState } from '@/components/shared/error-state';
import { AppError } from '@/lib/errors';
import { text } from '@/lib/translation';

/** Before anything else could be loaded. */
export function ServerUnreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState title={text('offline.title')} error={new AppError('offline')} onRetry={onRetry} />
    </main>
  );
}
