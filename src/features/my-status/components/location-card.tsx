import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { lastPlaceQuery } from '@/features/my-status/api/queries';
import {
  type DeviceLocation,
  isLocationShared,
  readLocation,
  shareLocation,
} from '@/lib/device-location';
import { useFormat } from '@/lib/format-context';

function Place({
  label,
  time,
  place,
}: {
  label: string;
  time: string;
  place: DeviceLocation | null;
}) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">
        {label}, {format.time(time)}
      </dt>
      <dd className="tabular text-right">
        {typeof place?.lat === 'number'
          ? t('location.place', {
              lat: place.lat.toFixed(5),
              lon: place.lon.toFixed(5),
              accuracy: format.number(place.accuracy),
            })
          : t('location.none')}
      </dd>
    </div>
  );
}

/** Shown, stored with accuracy, never in between; refusing blocks nothing. */
export function LocationCard() {
  const { t } = useTranslation('my-status');
  const id = useId();
  const employee = useEmployee();
  const { company } = useViewer();
  const [shared, setShared] = useState(isLocationShared);
  const [refused, setRefused] = useState(false);
  const { data: last } = useQuery({
    ...lastPlaceQuery(employee?.company_id ?? '', employee?.id ?? ''),
    enabled: employee !== null,
  });
  const off = company?.capture_location === false;

  const change = async (on: boolean): Promise<void> => {
    setRefused(false);
    setShared(on);
    shareLocation(on);
    // Asks for the browser's permission now, not in the middle of clocking in.
    if (on && (await readLocation()) === null) {
      setShared(false);
      shareLocation(false);
      setRefused(true);
    }
  };
  return (
    <Card aria-labelledby={`${id}-title`}>
      <CardHeader id={`${id}-title`} title={t('location.title')} />
      <CardBody className="grid gap-3 pt-0! text-sm">
        {off ? (
          <p className="text-muted">{t('location.companyOff')}</p>
        ) : (
          <>
            <div className="flex items-center justify-between gap-4">
              <Label htmlFor={id} className="flex items-center gap-2 text-foreground!">
                <MapPin className="size-4 text-muted" aria-hidden="true" />
                {t('location.share')}
              </Label>
              <Switch id={id} checked={shared} onCheckedChange={(on) => void change(on)} />
            </div>
            <p className="text-muted text-xs">{t('location.promise')}</p>
            {refused && <Notice tone="attention">{t('location.refused')}</Notice>}
          </>
        )}
        {last && (
          <dl className="grid gap-1 border-t pt-3">
            <Place
              label={t('location.clockIn')}
              time={last.clock_in}
              place={last.clock_in_location}
            />
            {last.clock_out && (
              <Place
                label={t('location.clockOut')}
                time={last.clock_out}
                place={last.clock_out_location}
              />
            )}
          </dl>
        )}
      </CardBody>
    </Card>
  );
}
