import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useProject } from '@/entities/project/projects-query';
import type { EntryGroup } from '@/entities/time-entry/entry-filter';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import type { RunningPart } from '@/entities/time-entry/time-entry';
import type { GroupRow } from '@/features/time-tracker/list/entry-rows';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export function GroupTitle({ row, groupBy }: { row: GroupRow; groupBy: EntryGroup }) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const format = useFormat();
  const classOfWork = useClassificationNames();
  const project = useProject(row.first.project_id);
  const names: Record<EntryGroup, () => string> = {
    employee: () => `${row.first.first_name} ${row.first.last_name}`.trim(),
    project: () => project?.name ?? t('common:project.unknown'),
    classification: () => classOfWork(row.first.classification_id) ?? t('table.noClass'),
    day: () => format.weekdayDate(row.first.work_date),
  };
  return (
    <>
      {names[groupBy]()}
      <span className="ml-2 font-normal text-muted">{t('count', { count: row.entries })}</span>
    </>
  );
}

/** The group's subtotal, what runs in it included. */
export function GroupFigure({ row, running }: { row: GroupRow; running: readonly RunningPart[] }) {
  return (
    <LiveMinutes
      inColumn
      ended={row.minutes}
      running={running.filter((entry) => entry.group_key === row.key)}
    />
  );
}
