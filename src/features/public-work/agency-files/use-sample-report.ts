import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CertifiedPayrollRecord,
  draftRecord,
} from '@/entities/certified-payroll/certified-payroll';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { contractsQuery } from '@/features/public-work/contract/api/queries';
import { reportQuery, weeksQuery } from '@/features/public-work/report/api/queries';

/** A week of a public project that a template is tried on: the newest with work, until another is chosen. */
export function useSampleReport() {
  const companyId = useViewer().company?.id ?? '';
  const contracts = useQuery(contractsQuery(companyId)).data ?? [];
  const { data: all = [] } = useProjectOptions();
  const projects = all.filter(({ id }) => contracts.some(({ project_id }) => project_id === id));
  const [chosen, setChosen] = useState<{ project?: string; week?: string }>({});
  const project = chosen.project ?? projects[0]?.id ?? '';
  const weeks = useQuery({ ...weeksQuery(companyId, project), enabled: project !== '' }).data ?? [];
  const week = chosen.week ?? weeks.find(({ has_work }) => has_work)?.week_end ?? '';
  const report = useQuery({
    ...reportQuery(companyId, project, week),
    enabled: project !== '' && week !== '',
  });
  const record: CertifiedPayrollRecord | null = report.data ? draftRecord(report.data) : null;
  return {
    projects,
    weeks,
    project,
    week,
    record,
    chooseProject: (id: string) => setChosen({ project: id }),
    chooseWeek: (end: string) => setChosen({ project, week: end }),
  };
}
