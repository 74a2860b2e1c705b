import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { grouped } from '@/entities/evidence/packet-format';
import { deviceKeysQuery } from '@/entities/signed-timesheet/queries';
import { useEndDeviceKey } from '@/entities/signed-timesheet/writes';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The devices somebody signed with, those that were removed too. */
export function DeviceKeyList({
  companyId,
  employeeId,
}: {
  companyId: string;
  employeeId: string;
}) {
  const { t } = useTranslation('signed-timesheet');
  const format = useFormat();
  const keys = useQuery(deviceKeysQuery(companyId, employeeId));
  const end = useEndDeviceKey();
  return (
    <Loaded query={keys} skeleton={<ListSkeleton rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-muted text-sm">{t('devices.empty')}</p>
        ) : (
          <ul className="divide-y">
            {rows.map(({ id, device_name, fingerprint, created_at, ended_at }) => (
              <li key={id} className="flex items-center gap-3 py-3 text-sm">
                <div className="min-w-0 flex-1">
                  <p className="font-[550]">{device_name}</p>
                  <p className="text-muted">
                    {t('devices.first', {
                      when: format.dateTime(created_at),
                      key: grouped(fingerprint.slice(0, 16)),
                    })}
                  </p>
                </div>
                {ended_at ? (
                  <span className="text-muted">
                    {t('devices.ended', { when: format.dateTime(ended_at) })}
                  </span>
                ) : (
                  <Button
                    size="small"
                    aria-label={t('devices.removeLabel', { device: device_name })}
                    busy={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    {t('devices.remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
