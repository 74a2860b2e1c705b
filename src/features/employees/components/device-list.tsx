import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { employeeDevicesQuery, type UsedDevice } from '@/features/employees/api/records';
import { deviceName } from '@/lib/device-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What one person's time was clocked with. */
export function DeviceList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const query = useQuery(employeeDevicesQuery(employeeId));
  const nameOf = ({ device, source }: UsedDevice): string =>
    source === 'kiosk' ? t('devices.kiosk') : (deviceName(device) ?? t('devices.unknown'));
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <p className="mb-3 text-muted text-sm">{t('devices.text')}</p>
      <DataTable
        label={t('tab.devices')}
        rows={query.data ?? []}
        rowKey={({ device, source }) => `${source} ${device}`}
        empty={<EmptyState title={t('devices.empty')} />}
        columns={[
          { id: 'device', header: t('devices.device'), card: 'title', cell: nameOf },
          {
            id: 'source',
            header: t('devices.source'),
            cell: ({ source }) =>
              source === 'crew' || source === 'manual'
                ? t(`devices.by.${source}`)
                : t('devices.by.self'),
          },
          {
            id: 'punches',
            header: t('devices.punches'),
            align: 'end',
            cell: ({ punches }) => format.number(punches),
          },
          {
            id: 'last',
            header: t('devices.last'),
            align: 'end',
            card: 'aside',
            cell: ({ last_used_at }) => format.dateTime(last_used_at),
          },
        ]}
      />
    </Loaded>
  );
}
