import { useSearchParams } from 'react-router';
import { Calendar } from '@/features/public-work/report/calendar';
import { WeekReport } from '@/features/public-work/report/week-report';
import { isIsoDate } from '@/lib/time';

/** Weekly certified payroll: the calendar of all weeks, or the report of one. */
export function ReportTab() {
  const [params] = useSearchParams();
  const projectId = params.get('project');
  const weekEnd = params.get('week');
  return projectId && weekEnd && isIsoDate(weekEnd) ? (
    <WeekReport key={`${projectId} ${weekEnd}`} projectId={projectId} weekEnd={weekEnd} />
  ) : (
    <Calendar projectId={projectId} />
  );
}
