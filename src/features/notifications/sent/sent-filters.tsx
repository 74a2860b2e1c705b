import { DateInput } from '@/components/shared/date-input';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { STATUSES } from '@/features/notifications/api/sent';
import { CHANNELS } from '@/features/notifications/channels';
import { eventName } from '@/features/notifications/event-texts';
import { EVENTS } from '@/features/notifications/events';
import { useSentFilter } from '@/features/notifications/sent/use-sent-filter';
import { useTranslation } from '@/lib/use-translation';

const ALL = 'all';

/** Person, event, channel, status and dates. */
export function SentFilters() {
  const { t } = useTranslation('notifications');
  const manages = useIsPrivileged();
  const { filter, change } = useSentFilter();
  const events = EVENTS.map((event) => ({ value: event as string, label: eventName(event) }));
  const lists = [
    ['event', t('sent.allEvents'), events.sort((a, b) => a.label.localeCompare(b.label))],
    [
      'channel',
      t('sent.allChannels'),
      CHANNELS.map((value) => ({ value: value as string, label: t(`channel.${value}`) })),
    ],
    [
      'status',
      t('sent.allStatuses'),
      STATUSES.map((value) => ({ value: value as string, label: t(`sent.is.${value}`) })),
    ],
  ] as const;
  return (
    <div data-print="hide" className="grid grid-cols-2 gap-2 border-b p-3 sm:flex sm:flex-wrap">
      {manages && (
        <EmployeePicker
          className="sm:w-48!"
          include="all"
          aria-label={t('sent.person')}
          clearLabel={t('sent.everyone')}
          placeholder={t('sent.everyone')}
          value={filter.employeeId}
          onValueChange={(value) => change('person', value)}
        />
      )}
      {lists.map(([name, all, options]) => (
        <Select
          key={name}
          className="sm:w-44!"
          aria-label={t(`sent.${name}`)}
          value={filter[name] ?? ALL}
          onValueChange={(value) => change(name, value === ALL ? null : value)}
          options={[{ value: ALL, label: all }, ...options]}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <DateInput
          key={name}
          aria-label={t(name === 'from' ? 'sent.from' : 'sent.until')}
          className="sm:w-40"
          value={filter[name]}
          onValueChange={(value) => value && value !== 'invalid' && change(name, value)}
        />
      ))}
    </div>
  );
}
