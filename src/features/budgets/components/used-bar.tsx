import { type Figures, pointsAhead } from '@/features/budgets/budget-rows';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const width = (percent: number) => `${Math.min(100, Math.max(0, percent))}%`;

/** Hours used as a bar, work done as a mark on it; what is used ahead of the work is red. */
export function UsedBar({ figures }: { figures: Figures }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const used = figures.percent_used ?? 0;
  const complete = figures.percent_complete;
  const words = t('usedPercent', { percent: format.number(used) });
  const done =
    complete === null
      ? t('notMeasured')
      : t('completePercent', { percent: format.number(complete) });
  const blue = complete === null ? used : Math.min(used, complete);
  return (
    <div className="md:min-w-48">
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 whitespace-nowrap text-sm">
        <span className="font-[550]">{words}</span>
        <span className="text-muted">{done}</span>
      </div>
      <div className="relative h-2 rounded-full bg-border" aria-hidden="true">
        <div className="absolute inset-0 overflow-hidden rounded-full">
          {(pointsAhead(figures) ?? 0) > 0 && (
            <div className="absolute inset-y-0 left-0 bg-danger" style={{ width: width(used) }} />
          )}
          <div className="absolute inset-y-0 left-0 bg-primary" style={{ width: width(blue) }} />
        </div>
        {complete !== null && (
          <div
            className="absolute -inset-y-0.5 w-0.5 bg-foreground"
            style={{ left: width(complete) }}
          />
        )}
      </div>
    </div>
  );
}
