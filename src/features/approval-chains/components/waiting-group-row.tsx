import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { employeeName } from '@/entities/employee/employees-query';
import { useProjectNames } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { Waiting } from '@/features/approval-chains/api/steps';
import { ChangeList } from '@/features/approval-chains/components/change-list';
import { secondsOf, type WaitingGroup } from '@/features/approval-chains/group-waiting';
import { useStepLabel } from '@/features/approval-chains/use-step-label';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface WaitingGroupRowProps {
  group: WaitingGroup;
  isTicked: (row: Waiting) => boolean;
  onTick: (rows: readonly Waiting[], isOn: boolean) => void;
  busy: boolean;
  onApprove: () => void;
  onReturn: () => void;
}

/** The time of one person on one project: the step it is at, each entry, what changed. */
export function WaitingGroupRow({ group, ...actions }: WaitingGroupRowProps) {
  const { isTicked, onTick, busy, onApprove, onReturn } = actions;
  const { t } = useTranslation('approval-chains');
  const label = useStepLabel();
  const { first, rows } = group;
  const name = employeeName(first);
  const project = useProjectNames()(first.project_id, first.project_name) ?? t('noProject');
  const ticked = rows.filter(isTicked).length;
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-start gap-3">
        <Checkbox
          className="mt-1"
          aria-label={t('select', { name, project })}
          checked={ticked === 0 ? false : ticked === rows.length || 'indeterminate'}
          onCheckedChange={() => onTick(rows, ticked < rows.length)}
        />
        <div className="min-w-48 flex-1">
          <h2 className="font-[620]">{name}</h2>
          <p className="text-muted text-sm">
            {project} · {t('days', { count: group.days })} ·{' '}
            <span className="tabular">{formatDuration(group.seconds)}</span>
          </p>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <Badge tone="primary" className="whitespace-normal">
              {t('step', { level: first.level, levels: first.levels, name: label(first) })}
            </Badge>
            {first.via !== 'approver' && (
              <Badge tone="attention" className="whitespace-normal">
                {t(`via.${first.via}`, { name: first.stands_in_for ?? '' })}
              </Badge>
            )}
          </p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <Button className="max-sm:flex-1" onClick={onReturn}>
            {t('return.action')}
          </Button>
          <Button
            variant="primary"
            className="max-sm:flex-1"
            busy={busy}
            aria-label={t('approveGroup', { name, project })}
            onClick={onApprove}
          >
            {t('approve')}
          </Button>
        </div>
      </div>
      <ul className="grid gap-2 sm:pl-8">
        {rows.map((row) => (
          <EntryLine key={row.time_entry_id} row={row} isTicked={isTicked(row)} onTick={onTick} />
        ))}
      </ul>
    </li>
  );
}

function EntryLine({
  row,
  isTicked,
  onTick,
}: {
  row: Waiting;
  isTicked: boolean;
  onTick: (rows: readonly Waiting[], isOn: boolean) => void;
}) {
  const { t } = useTranslation('approval-chains');
  const format = useFormat();
  const clock = useSiteClocks()(row.project_id);
  const day = format.weekdayDate(row.work_date);
  return (
    <li className="rounded-card border px-3 py-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Checkbox
          className="self-center"
          aria-label={t('selectDay', { day })}
          checked={isTicked}
          onCheckedChange={() => onTick([row], !isTicked)}
        />
        <span className="font-[550]">{day}</span>
        <span className="tabular">{clock.range(row.clock_in, row.clock_out)}</span>
        {row.break_minutes > 0 && (
          <span className="text-muted">
            {t('breaks', { time: formatDuration(row.break_minutes * 60) })}
          </span>
        )}
        <span className="tabular ml-auto font-[620]">{formatDuration(secondsOf(row))}</span>
      </div>
      {(row.cost_code || row.notes) && (
        <p className="mt-1 text-muted">{[row.cost_code, row.notes].filter(Boolean).join(' · ')}</p>
      )}
      {row.approved_by && !row.changes && (
        <p className="mt-1 text-muted">{t('approvedBy', { name: row.approved_by })}</p>
      )}
      {row.returned_reason && (
        <p className="mt-1 text-attention-strong">
          {t('returned', { name: row.returned_by ?? '', reason: row.returned_reason })}
        </p>
      )}
      {row.changes && <ChangeList row={row} clock={clock} changes={row.changes} />}
      {row.missing?.map(({ clock_in, clock_out, project }) => (
        <p key={clock_in} className="mt-1 text-attention-strong">
          {t('missing', { time: clock.range(clock_in, clock_out), project: project ?? '' })}
        </p>
      ))}
    </li>
  );
}
