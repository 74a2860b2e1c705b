import type { BaseMapState } from '@/features/settings/api/base-map';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;

/** What the file in use says of itself. */
export function BaseMapFacts({ map }: { map: NonNullable<BaseMapState['map']> }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const { facts, sizeBytes, storedAt } = map;
  const [west, south, east, north] = facts?.bounds ?? [0, 0, 0, 0];
  const corner = (latitude: number, longitude: number) =>
    `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
  const rows: [string, string | null | undefined][] = [
    [t('baseMap.source'), facts?.attribution],
    [t('baseMap.license'), facts?.license],
    [
      t('baseMap.covers'),
      facts && t('baseMap.fromTo', { from: corner(south, west), to: corner(north, east) }),
    ],
    [t('baseMap.zoom'), facts && t('baseMap.zoomTo', { zoom: facts.maxZoom })],
    [t('baseMap.dataOf'), facts?.dataAt && format.dateOfInstant(facts.dataAt)],
    [t('baseMap.size'), fileSize(sizeBytes, format)],
    [t('baseMap.storedAt'), format.dateOfInstant(storedAt)],
  ];
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted max-sm:mt-1">{label}</dt>
              <dd className="tabular break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
