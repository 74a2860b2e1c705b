import type { BreakKind } from '@/features/break-board/api/queries';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** "Meal in 12m", "Rest now", "Meal 4m late". */
export function useDueText(): (kind: BreakKind, minutes: number) => string {
  const { t } = useTranslation('break-board');
  return (kind, minutes) => {
    const name = t(`kind.${kind}`);
    if (minutes === 0) return t('due.now', { name });
    const duration = formatDuration(Math.abs(minutes) * 60);
    return t(minutes < 0 ? 'due.late' : 'due.in', { name, duration });
  };
}
