import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { pushStateQuery } from '@/entities/push/push-state';
import { useSession } from '@/entities/session/use-session';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { pushDevicesQuery } from '@/features/push/api/devices';
import { DeviceRow } from '@/features/push/components/device-row';
import { ThisDevice } from '@/features/push/components/this-device';
import { useTranslation } from '@/lib/use-translation';

/** This device, and every other one that shows notifications to the viewer. */
export function PushDevicesCard() {
  const { t } = useTranslation('push');
  const { user } = useSession();
  const employeeId = useEmployee()?.id ?? '';
  const state = useQuery({ ...pushStateQuery(user?.id ?? ''), enabled: Boolean(user) });
  const devices = useQuery({ ...pushDevicesQuery(employeeId), enabled: employeeId !== '' });
  if (!employeeId || !user) return null;
  const here = state.data?.state === 'on' ? state.data.endpoint : null;
  // First the one that is held.
  const sorted = [...(devices.data ?? [])].sort(
    (one, other) => Number(other.endpoint === here) - Number(one.endpoint === here),
  );
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <div className="grid gap-5">
        <Loaded query={state} skeleton={<ListSkeleton rows={1} />}>
          {(known) => <ThisDevice state={known} userId={user.id} />}
        </Loaded>
        <Loaded query={devices} skeleton={<ListSkeleton rows={2} />}>
          {sorted.length > 0 && (
            <section aria-labelledby="push-devices">
              <h3 id="push-devices" className="font-[620] text-sm">
                {t('device.list')}
              </h3>
              <ul className="divide-y">
                {sorted.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    isThisDevice={device.endpoint === here}
                  />
                ))}
              </ul>
            </section>
          )}
        </Loaded>
      </div>
    </SettingsCard>
  );
}
