import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type ChoiceRow, useFollowSwitch } from '@/features/notifications/api/choices';
import { Disclosure } from '@/features/notifications/disclosure';
import { GROUPS, type Group } from '@/features/notifications/groups';
import { ChoiceTable } from '@/features/notifications/settings/choice-table';
import { useTranslation } from '@/lib/use-translation';

/** Four switches for mail, and behind each its events with every channel. */
export function EventsCard({ rows }: { rows: readonly ChoiceRow[] }) {
  const { t } = useTranslation('settings');
  const { preferences, employee } = useViewer();
  const save = useSavePreferences();
  const follow = useFollowSwitch(employee?.id ?? '');
  const rowsOf = ({ grouping }: Group) => rows.filter((row) => row.grouping === grouping);
  const press = (group: Group, on: boolean): void =>
    save.mutate(
      { [group.column]: on },
      { onSuccess: () => follow.mutate(rowsOf(group).filter(({ channel }) => channel === 'mail')) },
    );
  return (
    <SettingsCard title={t('tab.notifications')} text={t('notifications.text')}>
      <div className="-my-3 divide-y">
        {GROUPS.map((group) => {
          const title = t(`notifications.${group.name}`);
          const own = rowsOf(group);
          return (
            <div key={group.column}>
              <SwitchRow
                id={group.column}
                label={title}
                text={t(`notifications.${group.name}Text`)}
                checked={preferences?.[group.column] ?? false}
                onCheckedChange={(checked) => press(group, checked)}
              />
              {own.length > 0 && (
                <Disclosure title={title}>
                  <ChoiceTable title={title} rows={own} />
                </Disclosure>
              )}
            </div>
          );
        })}
      </div>
    </SettingsCard>
  );
}
