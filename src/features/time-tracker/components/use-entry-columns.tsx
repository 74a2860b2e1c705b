import { useMemo } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { ProjectName } from '@/entities/project/project-name';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';
import { EntryActions } from '@/features/time-tracker/components/entry-actions';
import {
  EntryBreaks,
  EntryCheckbox,
  EntryClass,
  EntryCostCode,
  EntryDescription,
  EntryDuration,
  EntryEnd,
  EntryStart,
  EntryTime,
  type Selection,
} from '@/features/time-tracker/components/entry-cells';
import type { ListRow } from '@/features/time-tracker/list/entry-rows';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

interface Options {
  withEmployee: boolean;
  withDate: boolean;
  summary: ListSummary;
  /** Null: this person changes no entries of others. */
  selection: Selection | null;
  /** Of the company's own fields. */
  fields: readonly Column<TimeEntry>[];
  onEdit: (entry: TimeEntry) => void;
  onDelete: (entry: TimeEntry) => void;
}

/** Employee only for those who see more than themselves. */
export function useEntryColumns(options: Options): Column<ListRow>[] {
  const { t } = useTranslation(['time-tracker', 'common']);
  const isMobile = useIsMobile();
  const { withEmployee, withDate, summary, selection, fields, onEdit, onDelete } = options;
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
    const description: Column<ListRow> = {
      id: 'description',
      header: t('table.description'),
      className: 'max-w-80 md:max-lg:hidden',
      cell: cell((entry) => <EntryDescription entry={entry} />),
    };
    const texts: Column<ListRow>[] = [
      {
        id: 'cost-code',
        header: t('common:costCode.label'),
        cell: cell((entry) => <EntryCostCode entry={entry} />),
      },
      { ...description, cell: cell((entry) => entry.notes || '–') },
    ];
    const rest: Column<ListRow>[] = [
      {
        id: 'project',
        header: t('table.project'),
        card: withEmployee ? 'line' : 'title',
        className: 'max-w-64 md:max-lg:max-w-36',
        cell: cell((entry) => (
          <>
            <ProjectName projectId={entry.project_id} />
            <EntryClass entry={entry} />
            {/* Narrow tables have no room for a column of words. */}
            <span className="hidden text-xs md:max-lg:block">
              <EntryDescription entry={entry} />
            </span>
          </>
        )),
      },
      ...fields.map(
        (field): Column<ListRow> => ({
          id: field.id,
          header: field.header,
          align: field.align ?? 'start',
          cell: cell(field.cell),
        }),
      ),
      ...(isMobile ? [...texts, time] : [description, ...times]),
      {
        id: 'duration',
        header: t('table.duration'),
        align: 'end',
        card: 'aside',
        total: <LiveMinutes inColumn ended={summary.minutes} running={summary.running} />,
        cell: cell((entry) => (
          <>
            <EntryDuration entry={entry} />
            <EntryBreaks entry={entry} />
          </>
        )),
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
    const select: Column<ListRow>[] = selection
      ? [
          {
            id: 'select',
            header: t('bulk.select'),
            headerHidden: true,
            card: 'actions',
            className: 'w-11',
            cell: cell((entry) => <EntryCheckbox entry={entry} selection={selection} />),
          },
        ]
      : [];
    return [...select, ...(withEmployee ? [employee] : []), ...rest];
  }, [t, isMobile, withEmployee, withDate, summary, selection, fields, onEdit, onDelete]);
}
