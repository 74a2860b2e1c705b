import type { ShownBreak, ShownDay, ShownEntry } from '@/entities/signed-timesheet/timesheet';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** In the zone of the site, as it was worked. */
function useTimes() {
  const { preferences } = useFormat();
  return (instant: string, timeZone: string): string =>
    new Intl.DateTimeFormat(preferences.language, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }).format(new Date(instant));
}

/** One day: its minutes, and each entry with its breaks. */
export function ShownDayText({ day }: { day: ShownDay }) {
  return (
    <>
      <p className="tabular font-[550]">{formatDuration(day.minutes * 60)}</p>
      {day.entries.map((entry) => (
        <EntryText key={entry.id} entry={entry} />
      ))}
    </>
  );
}

function EntryText({ entry }: { entry: ShownEntry }) {
  const time = useTimes();
  return (
    <div className="tabular mt-0.5">
      <p>
        {time(entry.clock_in, entry.time_zone)} –{' '}
        {entry.clock_out ? time(entry.clock_out, entry.time_zone) : '…'}
      </p>
      {(entry.project || entry.cost_code) && (
        <p className="text-muted text-xs">
          {[entry.project, entry.cost_code].filter(Boolean).join(' · ')}
        </p>
      )}
      {entry.breaks?.map((pause) => (
        <BreakText key={pause.started_at} pause={pause} zone={entry.time_zone} />
      ))}
    </div>
  );
}

function BreakText({ pause, zone }: { pause: ShownBreak; zone: string }) {
  const { t } = useTranslation('signed-timesheet');
  const time = useTimes();
  const end = pause.ended_at ? time(pause.ended_at, zone) : '…';
  return (
    <p className="text-muted text-xs">
      {t(`break.${pause.kind}`, { times: `${time(pause.started_at, zone)} – ${end}` })}
    </p>
  );
}
