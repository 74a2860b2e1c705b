import { Badge } from '@/components/ui/badge';
import type { PunchPlace } from '@/entities/geofence/punch-place';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const STALE_SECONDS = 120;

function SiteBadge({ place }: { place: PunchPlace }) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  if (place.inside === null) return <Badge>{t('location.unknown')}</Badge>;
  if (place.inside) return <Badge tone="success">{t('location.inside')}</Badge>;
  return (
    <Badge tone="attention">
      {place.edge_m === null
        ? t('location.offSite')
        : t('location.outside', { distance: format.distance(place.edge_m) })}
    </Badge>
  );
}

function useCoordinates(): (place: PunchPlace) => string {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  return ({ latitude, longitude, accuracy_m }) => {
    if (latitude === null || longitude === null) return t('location.forgotten');
    const at = { lat: latitude.toFixed(5), lon: longitude.toFixed(5) };
    return accuracy_m === null
      ? t('location.placeOnly', at)
      : t('location.place', { ...at, accuracy: format.distance(accuracy_m) });
  };
}

/** The person's own newest punches with a place. */
export function OwnPlaces({ places }: { places: readonly PunchPlace[] }) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const coordinates = useCoordinates();
  return (
    <ul className="grid gap-2.5 border-t pt-3">
      {places.map((place) => (
        <li key={place.id} className="grid gap-0.5">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span>
              {t(`location.moment.${place.moment}`)}, {format.dateTime(place.punched_at)}
            </span>
            <SiteBadge place={place} />
          </p>
          <p className="tabular text-muted text-xs">
            {coordinates(place)}
            {(place.fix_age_s ?? 0) > STALE_SECONDS &&
              ` · ${t('location.stale', { minutes: format.number(Math.round((place.fix_age_s ?? 0) / 60)) })}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
