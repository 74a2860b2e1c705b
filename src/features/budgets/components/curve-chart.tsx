import { type CurvePoint, drawingOf, type Expected, pathOf } from '@/features/budgets/curve';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

/** Letters keep their size, so a phone gets a narrower drawing instead of a smaller one. */
const WIDE = { width: 520, height: 180 };
const NARROW = { width: 190, height: 160 };
const LEFT = 44;
const RIGHT = 124;
const TOP = 14;
const BOTTOM = 24;
/** Labels at the right edge keep this distance. */
const LINE = 14;

export interface CurveChartProps {
  points: readonly CurvePoint[];
  budget: number;
  expected: Expected;
  today: string;
}

/** Moves labels apart that would stand on each other, from the top down. */
function apart<T extends { y: number }>(labels: T[]): T[] {
  let last = Number.NEGATIVE_INFINITY;
  return labels
    .sort((one, other) => one.y - other.y)
    .map((label) => {
      last = Math.max(label.y, last + LINE);
      return { ...label, y: last };
    });
}

/** Hours since the beginning; the table beside it has the same figures. */
export function CurveChart({ points, budget, expected, today }: CurveChartProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const size = useIsMobile() ? NARROW : WIDE;
  const drawing = drawingOf(points, budget, expected, size);
  const { x, y } = drawing;
  const now = x(addDays(today, 1));
  const lastOf = (figure: 'actual' | 'earned') =>
    points.findLast((point) => point[figure] !== null)?.[figure] ?? 0;
  const { finish, forecast, low, high } = expected;
  const end = finish === null ? null : x(finish);
  const hours = (value: number) => format.number(value);
  const labels = apart([
    {
      y: y(budget),
      text: `${t('curve.budget')} ${hours(budget)}`,
      className: 'fill-muted',
    },
    {
      y: y(lastOf('actual')),
      text: `${t('curve.actual')} ${hours(lastOf('actual'))}`,
      className: 'fill-foreground font-[620]',
    },
    {
      y: y(lastOf('earned')),
      text: `${t('curve.earned')} ${hours(lastOf('earned'))}`,
      className: 'fill-primary font-[620]',
    },
    ...(forecast === null || end === null
      ? []
      : [
          {
            y: y(forecast),
            text: `${t('curve.forecast')} ${hours(forecast)}`,
            className: forecast > budget ? 'fill-danger font-[620]' : 'fill-muted font-[620]',
          },
        ]),
  ]);
  const [first, last] = [points[0]?.week ?? today, points.at(-1)?.week ?? today];
  return (
    <svg
      viewBox={`${-LEFT} ${-TOP} ${size.width + LEFT + RIGHT} ${size.height + TOP + BOTTOM}`}
      className="w-full text-xs"
      aria-hidden="true"
    >
      {drawing.ticks.map((tick) => (
        <g key={tick}>
          <line x1={0} x2={size.width} y1={y(tick)} y2={y(tick)} className="stroke-border" />
          <text x={-8} y={y(tick) + 4} textAnchor="end" className="tabular fill-muted">
            {hours(tick)}
          </text>
        </g>
      ))}
      <line
        x1={0}
        x2={size.width}
        y1={y(budget)}
        y2={y(budget)}
        strokeDasharray="5 4"
        className="stroke-border-strong"
      />
      <line x1={now} x2={now} y1={0} y2={size.height} className="stroke-border-strong" />
      {end !== null && forecast !== null && low !== null && high !== null && (
        <>
          <path
            d={`M${now},${y(lastOf('actual'))}L${end},${y(high)}L${end},${y(low)}Z`}
            className={forecast > budget ? 'fill-danger/12' : 'fill-primary/12'}
          />
          <path
            d={`M${now},${y(lastOf('actual'))}L${end},${y(forecast)}`}
            strokeDasharray="4 4"
            strokeWidth={2}
            className={forecast > budget ? 'stroke-danger' : 'stroke-primary'}
          />
        </>
      )}
      <path
        d={pathOf(points, 'planned', today, drawing)}
        strokeDasharray="2 4"
        strokeWidth={1.5}
        className="fill-none stroke-muted"
      />
      <path
        d={pathOf(points, 'earned', today, drawing)}
        strokeWidth={2.2}
        strokeLinejoin="round"
        className="fill-none stroke-primary"
      />
      <path
        d={pathOf(points, 'actual', today, drawing)}
        strokeWidth={2.2}
        strokeLinejoin="round"
        className="fill-none stroke-foreground"
      />
      {labels.map(({ text, className, y: place }) => (
        <text key={text} x={size.width + 8} y={place + 4} className={className}>
          {text}
        </text>
      ))}
      <text x={0} y={size.height + 18} className="fill-muted">
        {format.dayMonth(first)}
      </text>
      <text
        x={Math.min(size.width - 60, Math.max(60, now))}
        y={size.height + 18}
        textAnchor="middle"
        className="fill-foreground font-[620]"
      >
        {format.dayMonth(today)}
      </text>
      {now < size.width - 110 && (
        <text x={size.width} y={size.height + 18} textAnchor="end" className="fill-muted">
          {format.dayMonth(finish !== null && finish > last ? finish : addDays(last, 6))}
        </text>
      )}
    </svg>
  );
}
