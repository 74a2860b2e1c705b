import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/shared/data-table/column';
import { ProjectName } from '@/entities/project/project-name';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';
import { EntryActions } from '@/features/time-tracker/components/entry-actions';
import {
  EntryDescription,
  EntryDuration,
  EntryEnd,
  EntryStart,
} from '@/features/time-tracker/components/entry-cells';
import type { ListRow } from '@/features/time-tracker/list/entry-rows';

interface Options {
  withEmployee: boolean;
  withDate: boolean;
  summary: ListSummary;
  onEdit: (entry: TimeEntry) => void;
  onDelete: (entry: TimeEntry) => void;
}

/** Columns of the spec; Employee for those who see more than themselves. */
export function useEntryColumns(options: Options): Column<ListRow>[] {
  const { t } = useTranslation('time-tracker');
  const { withEmployee, withDate, summary, onEdit, onDelete } = options;
  return useMemo(() => {
    const cell = (draw: (entry: TimeEntry) => React.ReactNode) => (row: ListRow) =>
      row.kind === 'entry' ? draw(row.entry) : null;
    const employee: Column<ListRow> = {
      id: 'employee',
      header: t('table.employee'),
      card: 'title',
      cell: cell((entry) => (
        <span className="font-[550]">{`${entry.first_name} ${entry.last_name}`.trim()}</span>
      )),
    };
    const rest: Column<ListRow>[] = [
      {
        id: 'project',
        header: t('table.project'),
        card: withEmployee ? 'line' : 'title',
        className: 'max-w-64',
        cell: cell((entry) => <ProjectName projectId={entry.project_id} />),
      },
      {
        id: 'description',
        header: t('table.description'),
        className: 'max-w-80',
        cell: cell((entry) => <EntryDescription entry={entry} />),
      },
      {
        id: 'start',
        header: t('table.start'),
        align: 'end',
        cell: cell((entry) => <EntryStart entry={entry} withDate={withDate} />),
      },
      {
        id: 'end',
        header: t('table.end'),
        align: 'end',
        cell: cell((entry) => <EntryEnd entry={entry} />),
      },
      {
        id: 'duration',
        header: t('table.duration'),
        align: 'end',
        card: 'aside',
        total: <LiveMinutes ended={summary.minutes} running={summary.running} />,
        cell: cell((entry) => <EntryDuration entry={entry} />),
      },
      {
        id: 'actions',
        header: t('table.actions'),
        align: 'end',
        card: 'actions',
        className: 'w-24',
        cell: cell((entry) => (
          <EntryActions
            entry={entry}
            onEdit={() => onEdit(entry)}
            onDelete={() => onDelete(entry)}
          />
        )),
      },
    ];
    return withEmployee ? [employee, ...rest] : rest;
  }, [t, withEmployee, withDate, summary, onEdit, onDelete]);
}
