import { useQuery } from '@tanstack/react-query';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { fileLinesQuery, filePeopleQuery } from '@/features/payroll/api/file-source';
import type { FileData } from '@/features/payroll/formats/file-data';
import type { DateRange } from '@/lib/time';

/** Everything a file is made of; null until all of it is here. */
export function useFileData(companyId: string, period: DateRange) {
  const frequency = useViewer().company?.pay_period_kind ?? 'weekly';
  const lines = useQuery(fileLinesQuery(companyId, period));
  const people = useQuery(filePeopleQuery(companyId));
  const projects = useProjectOptions();
  const codes = useCostCodeOptions();
  const queries = [lines, people, projects, codes];
  const error = queries.find((query) => query.error)?.error ?? null;
  const data: Omit<FileData, 'settings'> | null =
    lines.data && people.data && projects.data && codes.data
      ? {
          period: { start: period.start, end: period.end },
          frequency,
          lines: lines.data,
          people: people.data,
          projects: Object.fromEntries(projects.data.map((project) => [project.id, project])),
          costCodes: Object.fromEntries(codes.data.map((code) => [code.id, code])),
        }
      : null;
  const retry = () => {
    for (const query of queries) if (query.error) void query.refetch();
  };
  return { data, error, retry };
}
