import { Bell } from 'lucide-react';
import { SettingsCard } from '@/components/shared/settings-card';
import { Badge } from '@/components/ui/badge';
import type { ChoiceRow } from '@/features/notifications/api/choices';
import { CHANNELS } from '@/features/notifications/channels';
import { ReachLine, ReachText } from '@/features/notifications/settings/reach-line';
import { useTranslation } from '@/lib/use-translation';

/** Which channels reach the viewer at all, and what to do about the others. */
export function ReachCard({ rows }: { rows: readonly ChoiceRow[] }) {
  const { t } = useTranslation('notifications');
  const channels = CHANNELS.flatMap((channel) => rows.find((row) => row.channel === channel) ?? []);
  return (
    <SettingsCard title={t('reach.title')} text={t('reach.text')}>
      <ul className="-my-3 divide-y">
        <li className="flex items-center gap-3.5 py-3">
          <Bell className="size-5 shrink-0 text-muted" aria-hidden="true" />
          <ReachText title={t('reach.app')} text={t('reach.appText')} />
          <Badge tone="success">{t('reach.on')}</Badge>
        </li>
        {channels.map((row) => (
          <ReachLine key={row.channel} row={row} textId={`${row.channel}-reason`} />
        ))}
      </ul>
    </SettingsCard>
  );
}
