import { Lock } from 'lucide-react';
import { Select } from '@/components/ui/select';
import type { RuleRow } from '@/features/notifications/api/company';
import { CHANNELS } from '@/features/notifications/channels';
import { eventName, eventText } from '@/features/notifications/event-texts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type State = 'on' | 'off' | 'always';

export interface RuleTableProps {
  title: string;
  rows: readonly RuleRow[];
  disabled: boolean;
  onChange: (row: RuleRow, state: State) => void;
}

const GRID =
  'grid grid-cols-1 items-center gap-x-3 gap-y-2 md:grid-cols-[minmax(0,1fr)_repeat(3,7.25rem)]';

/** Events × channels of the company; on a phone each event is a card. */
export function RuleTable({ title, rows, disabled, onChange }: RuleTableProps) {
  const { t } = useTranslation('notifications');
  const events = [...new Set(rows.map(({ event }) => event))];
  return (
    <div className="mb-3 rounded-small border">
      <div
        aria-hidden="true"
        className={`${GRID} border-b bg-sunken px-4 py-2 text-muted text-xs max-md:hidden`}
      >
        <span>{t('table.event')}</span>
        {CHANNELS.map((channel) => (
          <span key={channel}>{t(`channel.${channel}`)}</span>
        ))}
      </div>
      <ul aria-label={title} className="divide-y">
        {events.map((event) => {
          const cells = rows.filter((row) => row.event === event);
          return (
            <li key={event} className={`${GRID} px-4 py-3`}>
              <EventHeading cells={cells} />
              {cells.map((row) => (
                <RuleCell key={row.channel} row={row} disabled={disabled} onChange={onChange} />
              ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function EventHeading({ cells }: { cells: readonly RuleRow[] }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const [first] = cells;
  if (!first) return null;
  const last = cells
    .filter((row) => row.decided_at !== null)
    .toSorted((one, other) => (other.decided_at ?? '').localeCompare(one.decided_at ?? ''))[0];
  return (
    <div className="min-w-0">
      <p className="font-[550] text-sm">{eventName(first.event)}</p>
      <p className="text-muted text-sm">{eventText(first.event)}</p>
      <p className="text-muted text-xs">{t('company.people', { count: first.people })}</p>
      {last?.decided_by && last.decided_at && (
        <p className="text-muted text-xs">
          {t('company.decided', {
            name: last.decided_by,
            when: format.dateOfInstant(last.decided_at),
          })}
        </p>
      )}
    </div>
  );
}

interface RuleCellProps extends Pick<RuleTableProps, 'disabled' | 'onChange'> {
  row: RuleRow;
}

function RuleCell({ row, disabled, onChange }: RuleCellProps) {
  const { t } = useTranslation('notifications');
  const { event, channel, default_on, forced, forceable } = row;
  const state: State = forced ? 'always' : default_on ? 'on' : 'off';
  const states: readonly State[] = forceable ? ['on', 'off', 'always'] : ['on', 'off'];
  // What the product itself insists on, nobody can change.
  const isFixed = forced && row.decided_at === null;
  return (
    <div className="flex items-center gap-3 max-md:justify-between">
      <span aria-hidden="true" className="text-muted text-sm md:hidden">
        {t(`channel.${channel}`)}
      </span>
      {isFixed ? (
        <span className="flex h-9 items-center gap-1.5 text-sm">
          <Lock className="size-3.5 text-muted" aria-hidden="true" />
          {t('company.state.always')}
        </span>
      ) : (
        <Select
          size="compact"
          className="w-40 md:w-full"
          aria-label={t('company.choice', {
            event: eventName(event),
            channel: t(`channel.${channel}`),
          })}
          value={state}
          onValueChange={(next) => next !== state && onChange(row, next)}
          options={states.map((value) => ({ value, label: t(`company.state.${value}`) }))}
          disabled={disabled}
        />
      )}
    </div>
  );
}
