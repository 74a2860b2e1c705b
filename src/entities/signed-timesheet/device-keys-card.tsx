import { SettingsCard } from '@/components/shared/settings-card';
import { DeviceKeyList } from '@/entities/signed-timesheet/device-key-list';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

/** Settings, Security: one's own devices that sign timesheets. */
export default function DeviceKeysCard() {
  const { t } = useTranslation('signed-timesheet');
  const employee = useEmployee();
  if (!employee) return null;
  return (
    <SettingsCard title={t('devices.title')} text={t('devices.text')}>
      <DeviceKeyList companyId={employee.company_id} employeeId={employee.id} />
    </SettingsCard>
  );
}
