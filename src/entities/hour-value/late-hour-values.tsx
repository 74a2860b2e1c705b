import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import type { HourValuesProps } from '@/entities/hour-value/hour-values';
import { loadNamespaces } from '@/lib/i18n';

const Values = late(async () => {
  const [part] = await Promise.all([
    import('@/entities/hour-value/hour-values'),
    loadNamespaces(['hour-value']),
  ]);
  return { default: part.HourValues };
});

interface LateHourValuesProps extends HourValuesProps {
  /** The lines of pay of the range: without public work nothing is loaded and nothing shown. */
  lines: readonly { classification_id?: string | null; total_cents: number | null }[];
}

/** What each hour of public work is worth, where there was any and pay is shown. */
export function LateHourValues({ lines, ...props }: LateHourValuesProps) {
  const isShown = lines.some(
    ({ classification_id, total_cents }) => classification_id && total_cents !== null,
  );
  if (!isShown) return null;
  return (
    <Suspense fallback={<ListSkeleton rows={3} />}>
      <Values {...props} />
    </Suspense>
  );
}
