import { Lock } from 'lucide-react';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { Tooltip } from '@/components/ui/tooltip';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { MachineSharesPart } from '@/entities/machine-share/machine-shares-part';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { openBreak } from '@/entities/running-entry/running-entry';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { OfflineMark } from '@/entities/time-entry/offline-mark';
import { minutesOff, type TimeEntry } from '@/entities/time-entry/time-entry';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export function EntryDescription({ entry }: { entry: TimeEntry }) {
  const costCode = useCostCode(entry.cost_code_id);
  const code = costCode && `${costCode.code} ${costCode.name}`;
  const classOfWork = useClassificationNames()(entry.classification_id);
  const words = [code, classOfWork, entry.notes].filter(Boolean).join(' · ');
  return (
    <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]" title={words || undefined}>
      {words || '–'}
      {entry.machines && (
        <span className="block">
          <MachineSharesPart part="text" machines={entry.machines} />
        </span>
      )}
    </span>
  );
}

/** Code and name, where there is a line for it. */
export function EntryCostCode({ entry }: { entry: TimeEntry }) {
  const costCode = useCostCode(entry.cost_code_id);
  return costCode ? `${costCode.code} ${costCode.name}` : '–';
}

/** The class of work below the project, on cards. */
export function EntryClass({ entry }: { entry: TimeEntry }) {
  const classOfWork = useClassificationNames()(entry.classification_id);
  return classOfWork && <span className="block text-muted text-xs md:hidden">{classOfWork}</span>;
}

export function EntryStart({ entry, withDate }: { entry: TimeEntry; withDate: boolean }) {
  const format = useFormat();
  const clock = useSiteClock(entry.project_id);
  return (
    <time dateTime={entry.clock_in} className="whitespace-nowrap">
      {withDate && (
        <span className="mr-2 text-muted md:max-lg:mr-0 md:max-lg:block md:max-lg:text-xs">
          {format.weekdayDate(clock.date(entry.clock_in))}
        </span>
      )}
      {clock.time(entry.clock_in)}
    </time>
  );
}

/** 'Active' while running; amber on a break. */
export function EntryEnd({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('time-tracker');
  const clock = useSiteClock(entry.project_id);
  if (entry.clock_out === null) {
    const onBreak = openBreak(entry) !== null;
    return (
      <Badge tone={onBreak ? 'attention' : 'running'}>
        <StatusDot tone={onBreak ? 'attention' : 'running'} />
        {onBreak ? t('table.onBreak') : t('table.active')}
      </Badge>
    );
  }
  const nextDay = clock.date(entry.clock_in) !== clock.date(entry.clock_out);
  return (
    <time dateTime={entry.clock_out} className="whitespace-nowrap">
      {clock.time(entry.clock_out)}
      {nextDay && <span className="block text-muted text-xs">{t('table.nextDay')}</span>}
    </time>
  );
}

/** Start and end in one line, for a phone's card. */
export function EntryTime({ entry, withDate }: { entry: TimeEntry; withDate: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5">
      <EntryStart entry={entry} withDate={withDate} />
      <span aria-hidden="true">–</span>
      <EntryEnd entry={entry} />
    </span>
  );
}

export function EntryDuration({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('time-tracker');
  const frozen = entry.frozen === 'locked' ? t('table.locked') : t('table.approved');
  return (
    <span className="inline-flex items-center justify-end gap-1.5 font-[620]">
      <OfflineMark entry={entry} />
      {entry.frozen && (
        <Tooltip content={frozen}>
          <span>
            <Lock className="size-3.5 text-success-strong" aria-hidden="true" />
            <span className="sr-only">{frozen}</span>
          </span>
        </Tooltip>
      )}
      <LiveMinutes
        inColumn
        ended={entry.minutes ?? 0}
        running={entry.clock_out === null ? [entry] : []}
      />
    </span>
  );
}

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
}

/** Ended entries that nobody has approved can be changed together. */
export const isSelectable = ({ frozen, clock_out, unsent }: TimeEntry): boolean =>
  !frozen && clock_out !== null && !unsent;

export function EntryCheckbox({ entry, selection }: { entry: TimeEntry; selection: Selection }) {
  const { t } = useTranslation('time-tracker');
  const clock = useSiteClock(entry.project_id);
  if (!isSelectable(entry)) return null;
  return (
    <Checkbox
      checked={selection.ids.has(entry.id)}
      onCheckedChange={() => selection.toggle(entry.id)}
      aria-label={t('bulk.selectEntry', {
        name: `${entry.first_name} ${entry.last_name}`.trim(),
        when: clock.dateTime(entry.clock_in),
      })}
    />
  );
}

/** Why the duration is shorter than from start to end. */
export function EntryBreaks({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('time-tracker');
  const off = minutesOff(entry);
  if (off === 0) return null;
  return (
    <span className="block whitespace-nowrap text-muted text-xs">
      {t('table.breakOff', { time: formatDuration(off * 60) })}
    </span>
  );
}
