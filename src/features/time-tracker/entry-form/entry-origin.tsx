import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { usePunchPlaces } from '@/features/time-tracker/api/punch-places';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { deviceName } from '@/lib/device-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SOURCES = ['timer', 'manual', 'crew', 'kiosk', 'import'] as const;
const MOMENTS = ['in', 'out', 'switch'] as const;

/** For managers: how an entry came to be, and, after saying why, where it was punched. */
export function EntryOrigin({ entry }: { entry: StoredEntry }) {
  const { t } = useTranslation('time-tracker');
  const isOwn = useEmployee()?.id === entry.employee_id;
  const source = SOURCES.find((known) => known === entry.source);
  if (!useIsPrivileged()) return null;
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="mb-1 font-[620] text-sm">{t('origin.title')}</h3>
      <p className="text-muted text-sm">
        {source ? t(`origin.${source}`) : entry.source}
        {entry.device && (
          <span className="block">
            {t('origin.device', { device: deviceName(entry.device) ?? t('origin.otherDevice') })}
          </span>
        )}
      </p>
      {!isOwn && <PunchPlaces entry={entry} />}
    </section>
  );
}

function PunchPlaces({ entry }: { entry: StoredEntry }) {
  const { t } = useTranslation('time-tracker');
  const format = useFormat();
  const places = usePunchPlaces();
  const [purpose, setPurpose] = useState('');
  const look = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (purpose.trim() !== '') places.mutate({ entry, purpose: purpose.trim() });
  };
  if (places.data) {
    if (places.data.length === 0) return <p className="mt-2 text-sm">{t('origin.noPlace')}</p>;
    return (
      <ul className="tabular mt-2 grid gap-1 text-sm">
        {places.data.map((place) => {
          const moment = MOMENTS.find((known) => known === place.moment);
          return (
            <li key={place.id}>
              {moment ? t(`origin.moment.${moment}`) : place.moment},{' '}
              {format.dateTime(place.punched_at)}:{' '}
              {place.inside === null
                ? t('origin.unknown')
                : t(place.inside ? 'origin.inside' : 'origin.outside')}
              {place.latitude !== null && place.longitude !== null && (
                <span className="text-muted">
                  {' '}
                  · {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)}
                  {place.accuracy_m !== null && ` ±${format.distance(place.accuracy_m)}`}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form cannot stand in the form of the entry.
    <div
      role="group"
      aria-label={t('origin.places')}
      className="mt-2 flex flex-wrap items-end gap-2"
    >
      <Field label={t('origin.purpose')} hint={t('origin.recorded')} className="min-w-56 flex-1">
        <Input
          value={purpose}
          maxLength={200}
          onChange={(event) => setPurpose(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && look(event as unknown as FormEvent)}
        />
      </Field>
      <Button
        size="small"
        className="mb-6"
        busy={places.isPending}
        disabled={purpose.trim() === ''}
        onClick={look}
      >
        {t('origin.places')}
      </Button>
    </div>
  );
}
