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
  EntryTime,
} from '@/features/time-tracker/components/entry-cells';
import type { ListRow } from '@/features/time-tracker/list/entry-rows';
import { useIsMobile } from '@/lib/use-media-query';

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
  const isMobile = useIsMobile();
  const { withEmployee, withDate, summary, onEdit, onDelete } = options;
  return useMemo(() => {
    const cell = (draw: (entry: TimeEntry) => React.ReactNode) => (row: ListRow) =>
      row.kind === 'entry' ? draw(row.entry) : null;
    const employee: Column<ListRow> = {
      id: 'employee',
      header: t('table.employee'),
      card: 'title',
      cell: cell((entry) => (
        <span className="font-[550] lg:whitespace-nowrap">
          {`${entry.first_name} ${entry.last_name}`.trim()}
        </span>
      )),
    };
    const times: Column<ListRow>[] = [
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
    ];
    const time: Column<ListRow> = {
      id: 'time',
      header: t('table.time'),
      align: 'end',
      cell: cell((entry) => <EntryTime entry={entry} withDate={withDate} />),
    };
    const rest: Column<ListRow>[] = [
      {
        id: 'project',
        header: t('table.project'),
        card: withEmployee ? 'line' : 'title',
        className: 'max-w-64 md:max-lg:max-w-36',
        cell: cell((entry) => (
          <>
            <ProjectName projectId={entry.project_id} />
            {/* Narrow tables have no room for a column of words. */}
            <span className="hidden text-xs md:max-lg:block">
              <EntryDescription entry={entry} />
            </span>
          </>
        )),
      },
      {
        id: 'description',
        header: t('table.description'),
        className: 'max-w-80 md:max-lg:hidden',
        cell: cell((entry) => <EntryDescription entry={entry} />),
      },
      ...(isMobile ? [time] : times),
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
  }, [t, isMobile, withEmployee, withDate, summary, onEdit, onDelete]);
}
