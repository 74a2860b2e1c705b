import { RefreshCwOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';

export interface StaleNoticeProps {
  busy: boolean;
  onRetry: () => void;
  className?: string | undefined;
}

/** Above what is still shown when only its refresh failed. */
export function StaleNotice({ busy, onRetry, className }: StaleNoticeProps) {
  const { t } = useTranslation('common');
  return (
    <div
      role="status"
      className={cn(
        'flex items-center gap-3 rounded-small bg-attention-soft py-1 pr-1 pl-3 text-sm',
        className,
      )}
    >
      <RefreshCwOff className="size-4 shrink-0 text-attention-strong" aria-hidden="true" />
      <p className="min-w-0 flex-1">{t('error.refresh')}</p>
      <Button size="small" variant="ghost" busy={busy} onClick={onRetry}>
        {t('action.tryAgain')}
      </Button>
    </div>
  );
}
