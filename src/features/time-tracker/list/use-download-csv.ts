import { useMutation } from '@tanstack/react-query';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { useCustomFileText } from '@/entities/custom-field/use-custom-text';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useAllEntries } from '@/features/time-tracker/list/use-all-entries';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { decimalHours } from '@/lib/decimal-hours';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { useOwnName } from '@/lib/own-name';
import { useTranslation } from '@/lib/use-translation';

/** The rows of the list on the screen as a CSV file; with names where there may be several people. */
export function useDownloadCsv(state: ListState) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const clockOf = useSiteClocks();
  const loadAll = useAllEntries(state);
  const projects = new Map(useProjectOptions().data?.map((project) => [project.id, project]));
  const codes = new Map(useCostCodeOptions().data?.map((code) => [code.id, code]));
  const classOfWork = useClassificationNames();
  const fields = useCustomFields('time_entries');
  const ownName = useOwnName();
  const fileText = useCustomFileText();
  const { employee, public_work: hasClasses } = useViewer();
  const hasNames = employee?.role !== 'employee';
  return useMutation({
    mutationFn: async () => {
      const entries = await loadAll();
      const projectOf = (entry: (typeof entries)[number]) => projects.get(entry.project_id ?? '');
      const hasPhases = entries.some((entry) => projectOf(entry)?.above);
      const hours = decimalHours(entries.map(({ minutes }) => minutes ?? 0));
      const rows = entries.map((entry, index) => [
        ...(hasNames ? [`${entry.first_name} ${entry.last_name}`.trim()] : []),
        clockOf(entry.project_id).date(entry.clock_in),
        projectOf(entry)?.leaf ?? t('common:project.unknown'),
        ...(hasPhases ? [projectOf(entry)?.name ?? ''] : []),
        codes.get(entry.cost_code_id ?? '')?.code ?? '',
        codes.get(entry.cost_code_id ?? '')?.name ?? '',
        ...(hasClasses ? [classOfWork(entry.classification_id) ?? ''] : []),
        entry.notes ?? '',
        clockOf(entry.project_id).time(entry.clock_in),
        entry.clock_out ? clockOf(entry.project_id).time(entry.clock_out) : t('table.active'),
        entry.minutes === null ? '' : (hours[index] ?? 0).toFixed(2),
        ...fields.map((field) => fileText(field, entry.custom?.[field.id])),
      ]);
      const header = [
        ...(hasNames ? [t('common:employee.label')] : []),
        t('table.date'),
        t('table.project'),
        ...(hasPhases ? [t('csv.projectPath')] : []),
        t('csv.costCode'),
        t('csv.costCodeName'),
        ...(hasClasses ? [t('csv.class')] : []),
        t('table.description'),
        t('table.start'),
        t('table.end'),
        t('csv.hours'),
        ...fields.map(ownName),
      ];
      const name = t('csv.file', { start: state.days.start, end: state.days.end });
      downloadFile(name, 'text/csv;charset=utf-8', csvText([header, ...rows]));
    },
  });
}
