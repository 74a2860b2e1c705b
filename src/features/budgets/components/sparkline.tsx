import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const WIDTH = 72;
const HEIGHT = 22;
/** Half and one and a half of the budget's pace are the edges. */
const LOW = 0.5;
const HIGH = 1.5;

const place = (value: number) =>
  HEIGHT - (HEIGHT * (Math.min(HIGH, Math.max(LOW, value)) - LOW)) / (HIGH - LOW);

export interface SparklineProps {
  /** Productivity by week, the oldest first. */
  values: readonly number[];
  /** Of all these weeks. */
  factor: number;
}

/** A small line with the pace of the budget dotted through it. */
export function Sparkline({ values, factor }: SparklineProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${index * step},${place(value).toFixed(1)}`);
  const words = values.map((value) => format.number(value, 2)).join(', ');
  return (
    <span className="inline-flex items-center gap-2">
      <svg viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} className="h-6 w-19" aria-hidden="true">
        <line
          x1={0}
          x2={WIDTH}
          y1={place(1)}
          y2={place(1)}
          strokeDasharray="2 3"
          className="stroke-border-strong"
        />
        <polyline
          points={points.join(' ')}
          strokeWidth={2}
          strokeLinejoin="round"
          className={cn('fill-none', factor < 0.95 ? 'stroke-danger' : 'stroke-primary')}
        />
      </svg>
      <span className="tabular font-[620]">{format.number(factor, 2)}</span>
      <span className="sr-only">{t('trend.spoken', { values: words })}</span>
    </span>
  );
}
