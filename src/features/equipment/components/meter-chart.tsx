import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface Reading {
  reading: number;
  read_at: string;
  flag: string | null;
}

const WIDTH = 320;
const HEIGHT = 72;

/** Unflagged readings as a line; the figures stand in the list below it. */
export function MeterChart({ readings }: { readings: readonly Reading[] }) {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  const points = readings
    .filter(({ flag }) => flag === null)
    .map(({ reading, read_at }) => ({ x: Date.parse(read_at), y: reading }))
    .toSorted((a, b) => a.x - b.x);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const spanX = last.x - first.x || 1;
  const spanY = last.y - first.y || 1;
  const at = ({ x, y }: { x: number; y: number }) =>
    `${(((x - first.x) / spanX) * WIDTH).toFixed(1)},${(HEIGHT - ((y - first.y) / spanY) * (HEIGHT - 8)).toFixed(1)}`;
  return (
    <figure>
      <svg
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        className="h-20 w-full text-primary"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('readings.chart', {
          from: format.number(first.y, 1),
          to: format.number(last.y, 1),
        })}
      >
        <polyline
          points={points.map(at).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex justify-between text-muted text-xs">
        <span>{format.dateOfInstant(new Date(first.x).toISOString())}</span>
        <span>{format.dateOfInstant(new Date(last.x).toISOString())}</span>
      </figcaption>
    </figure>
  );
}
