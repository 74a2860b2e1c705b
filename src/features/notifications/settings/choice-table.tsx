import { Check, Lock } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Switch } from '@/components/ui/switch';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type ChoiceRow, useChoose } from '@/features/notifications/api/choices';
import { CHANNELS, type Channel } from '@/features/notifications/channels';
import { eventName, eventText } from '@/features/notifications/event-texts';
import { ReachLine } from '@/features/notifications/settings/reach-line';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Event, the app, then the channels; on a phone the event stands above its channels. */
const GRID =
  'grid grid-cols-[repeat(var(--channels),minmax(0,1fr))] items-center gap-x-2 md:grid-cols-[minmax(0,1fr)_repeat(var(--channels),4.25rem)]';

export interface ChoiceTableProps {
  title: string;
  rows: readonly ChoiceRow[];
}

/** Events × channels of one group. Each press is saved at once. */
export function ChoiceTable({ title, rows }: ChoiceTableProps) {
  const { t } = useTranslation('notifications');
  const { company, employee } = useViewer();
  const choose = useChoose(company?.id ?? '', employee?.id ?? '');
  const events = [...new Set(rows.map(({ event }) => event))];
  // What nobody here can have is not offered; the card below says why.
  const channels = CHANNELS.filter((channel) =>
    rows.some((row) => row.channel === channel && row.reason !== 'not_set_up'),
  );
  const gaps = channels.flatMap(
    (channel) => rows.find((row) => row.channel === channel && !row.available) ?? [],
  );
  return (
    <div
      className="mb-3 rounded-small border"
      style={{ '--channels': channels.length + 1 } as CSSProperties}
    >
      <div
        aria-hidden="true"
        className={`${GRID} border-b bg-sunken px-4 py-2 text-muted text-xs max-md:hidden`}
      >
        <span>{t('table.event')}</span>
        {(['app', ...channels] as const).map((channel) => (
          <span key={channel} className="text-center">
            {t(`channel.${channel}`)}
          </span>
        ))}
      </div>
      <ul aria-label={title} className="divide-y">
        {events.map((event) => (
          <EventRow
            key={event}
            event={event}
            cells={channels.flatMap(
              (channel) => rows.find((row) => row.event === event && row.channel === channel) ?? [],
            )}
            onChoose={(channel, on) => choose.mutate({ event, channel, on })}
          />
        ))}
      </ul>
      {gaps.length > 0 && (
        <ul className="divide-y border-t bg-sunken px-4">
          {gaps.map((row) => (
            <ReachLine key={row.channel} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface EventRowProps {
  event: string;
  cells: readonly ChoiceRow[];
  onChoose: (channel: Channel, on: boolean) => void;
}

function EventRow({ event, cells, onChoose }: EventRowProps) {
  const { t } = useTranslation('notifications');
  return (
    <li className={`${GRID} gap-y-2 px-4 py-3`}>
      <div className="col-span-full min-w-0 md:col-span-1">
        <p className="font-[550] text-sm">{eventName(event)}</p>
        <p className="text-muted text-sm">{eventText(event)}</p>
        <Decided event={event} cells={cells} />
      </div>
      <span className="flex flex-col items-center gap-1.5">
        <ChannelName channel="app" />
        <span className="grid h-6 place-items-center text-muted">
          <Check className="size-4.5" aria-hidden="true" />
          <span className="sr-only">{t('table.always')}</span>
        </span>
      </span>
      {cells.map((cell) => (
        <Cell key={cell.channel} cell={cell} onChoose={onChoose} />
      ))}
    </li>
  );
}

function ChannelName({ channel }: { channel: Channel | 'app' }) {
  const { t } = useTranslation('notifications');
  return (
    <span aria-hidden="true" className="text-muted text-xs md:hidden">
      {t(`channel.${channel}`)}
    </span>
  );
}

interface CellProps {
  cell: ChoiceRow;
  onChoose: EventRowProps['onChoose'];
}

function Cell({ cell: { event, channel, on, forced, available }, onChoose }: CellProps) {
  const { t } = useTranslation('notifications');
  return (
    <span className="flex flex-col items-center gap-1.5">
      <ChannelName channel={channel} />
      <span className="relative grid h-6 place-items-center">
        <Switch
          aria-label={t('table.choice', {
            event: eventName(event),
            channel: t(`channel.${channel}`),
          })}
          aria-describedby={
            forced ? `${event}-decided` : available ? undefined : `${channel}-reason`
          }
          checked={on}
          disabled={forced || !available}
          onCheckedChange={(next) => onChoose(channel, next)}
        />
        {forced && <Lock className="-right-4 absolute size-3 text-muted" aria-hidden="true" />}
      </span>
    </span>
  );
}

/** Who decided that some channels are always on. */
function Decided({ event, cells }: Pick<EventRowProps, 'event' | 'cells'>) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const forced = cells.filter((cell) => cell.forced);
  if (forced.length === 0) return null;
  const name = forced.find((cell) => cell.forced_by)?.forced_by;
  const channels = format.list(forced.map(({ channel }) => t(`channel.in.${channel}`)));
  return (
    <p id={`${event}-decided`} className="mt-1 flex items-start gap-1.5 text-sm">
      <Lock className="mt-1 size-3 shrink-0 text-muted" aria-hidden="true" />
      {name ? t('table.locked', { name, channels }) : t('table.required', { channels })}
    </p>
  );
}
