import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { type ListSummary, runningMinutes, type TimeEntry } from '@/entities/time-entry/time-entry';
import { useSeesOthersTime, useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { formatHoursMinutes } from '@/lib/duration';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

const nameOf = ({ first_name, last_name }: TimeEntry): string =>
  `${first_name} ${last_name}`.trim();

/** The list on paper: every row, the total and a line to sign on. */
export function useEntriesSheet(state: ListState, summary: ListSummary) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const format = useFormat();
  const clockOf = useSiteClocks();
  const privileged = useSeesOthersTime();
  const viewerName = useViewerName();
  const company = useViewer().company?.name ?? '';
  const projects = new Map(useProjectOptions().data?.map((project) => [project.id, project.name]));
  const codes = new Map(
    useCostCodeOptions().data?.map(({ id, code, name }) => [id, `${code} ${name}`]),
  );
  const classOfWork = useClassificationNames();
  return (entries: readonly TimeEntry[]): PaperSheet => {
    const names = new Set(entries.map(nameOf));
    // Whose sheet it is; of several people each row says so.
    const person = names.size === 1 ? [...names][0] : privileged ? null : viewerName;
    const now = serverNow();
    const minutes = (entry: TimeEntry) => entry.minutes ?? runningMinutes(entry, now / 1000);
    const total =
      summary.minutes +
      summary.running.reduce((sum, part) => sum + runningMinutes(part, now / 1000), 0);
    const { start, end } = state.days;
    const days = start === end ? format.longDate(start) : format.dateRange(start, end);
    const forMany = privileged ? [true] : [];
    return {
      heading: [company, person].filter(Boolean).join(' · '),
      title: `${t('title')} · ${days}`,
      notes: [t('sheet.printed', { when: format.dateTime(now) })],
      columns: [
        { header: t('table.date'), weight: 1.2 },
        ...forMany.map(() => ({ header: t('table.employee'), weight: 2 })),
        { header: t('table.project'), weight: 2.4 },
        { header: t('table.description'), weight: 3 },
        { header: t('table.start'), weight: 1, align: 'right' },
        { header: t('table.end'), weight: 1, align: 'right' },
        { header: t('table.duration'), weight: 1, align: 'right' },
      ],
      rows: entries.map((entry) => {
        const clock = clockOf(entry.project_id);
        return [
          format.date(clock.date(entry.clock_in)),
          ...forMany.map(() => nameOf(entry)),
          projects.get(entry.project_id ?? '') ?? t('common:project.unknown'),
          [codes.get(entry.cost_code_id ?? ''), classOfWork(entry.classification_id), entry.notes]
            .filter(Boolean)
            .join(' · '),
          clock.time(entry.clock_in),
          entry.clock_out ? clock.time(entry.clock_out) : t('table.active'),
          formatHoursMinutes(minutes(entry) * 60),
        ];
      }),
      totals: [
        `${t('table.total')} · ${t('count', { count: summary.entries })}`,
        ...forMany.map(() => ''),
        ...['', '', '', ''],
        formatHoursMinutes(total * 60),
      ],
      remarks:
        entries.length < summary.entries
          ? [t('sheet.partly', { shown: entries.length, count: summary.entries })]
          : [],
      signatures: [t('sheet.signature'), t('sheet.approvedBy')],
      footer: company,
    };
  };
}
