import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useId, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { ownPlacesQuery } from '@/features/my-status/api/queries';
import { OwnPlaces } from '@/features/my-status/components/own-places';
import { isLocationShared, readLocation, shareLocation } from '@/lib/device-location';
import { useTranslation } from '@/lib/use-translation';

/** Shown, stored with accuracy, never in between; refusing blocks nothing. */
export function LocationCard() {
  const { t } = useTranslation('my-status');
  const id = useId();
  const employee = useEmployee();
  const { company } = useViewer();
  const [shared, setShared] = useState(isLocationShared);
  const [refused, setRefused] = useState(false);
  const { data: places = [] } = useQuery({
    ...ownPlacesQuery(employee?.company_id ?? '', employee?.id ?? ''),
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
        {company && !off && (
          <p className="text-muted text-xs">
            {t('location.kept', { count: company.location_days })}
          </p>
        )}
        {places.length > 0 && <OwnPlaces places={places} />}
      </CardBody>
    </Card>
  );
}
