import { SwitchRow } from '@/components/shared/switch-row';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useViewer } from '@/entities/viewer/use-viewer';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { useTranslation } from '@/lib/use-translation';

const SWITCHES = [
  ['notify_project_updates', 'projects'],
  ['notify_time_reminders', 'reminders'],
  ['notify_team_activity', 'team'],
  ['notify_email_digests', 'digests'],
] as const;

export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const { preferences } = useViewer();
  const save = useSavePreferences();
  return (
    <SettingsCard title={t('tab.notifications')} text={t('notifications.text')}>
      <div className="-my-3 divide-y">
        {SWITCHES.map(([column, name]) => (
          <SwitchRow
            key={column}
            id={column}
            label={t(`notifications.${name}`)}
            text={t(`notifications.${name}Text`)}
            checked={preferences?.[column] ?? false}
            onCheckedChange={(checked) => save.mutate({ [column]: checked })}
          />
        ))}
      </div>
    </SettingsCard>
  );
}
