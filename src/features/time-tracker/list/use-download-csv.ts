import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useAllEntries } from '@/features/time-tracker/list/use-all-entries';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { decimalHours } from '@/lib/decimal-hours';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';

/** The caller's own rows of the list as a CSV file. */
export function useDownloadCsv(state: ListState) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const clockOf = useSiteClocks();
  const loadAll = useAllEntries(state);
  const projects = new Map(useProjectOptions().data?.map((project) => [project.id, project.name]));
  const codes = new Map(useCostCodeOptions().data?.map((code) => [code.id, code.code]));
  return useMutation({
    mutationFn: async () => {
      const entries = await loadAll();
      const hours = decimalHours(entries.map(({ minutes }) => minutes ?? 0));
      const rows = entries.map((entry, index) => [
        clockOf(entry.project_id).date(entry.clock_in),
        projects.get(entry.project_id ?? '') ?? t('common:project.unknown'),
        codes.get(entry.cost_code_id ?? '') ?? '',
        entry.notes ?? '',
        clockOf(entry.project_id).time(entry.clock_in),
        entry.clock_out ? clockOf(entry.project_id).time(entry.clock_out) : t('table.active'),
        entry.minutes === null ? '' : (hours[index] ?? 0).toFixed(2),
      ]);
      const header = [
        t('table.date'),
        t('table.project'),
        t('csv.costCode'),
        t('table.description'),
        t('table.start'),
        t('table.end'),
        t('csv.hours'),
      ];
      const name = t('csv.file', { start: state.days.start, end: state.days.end });
      downloadFile(name, 'text/csv;charset=utf-8', csvText([header, ...rows]));
    },
  });
}
