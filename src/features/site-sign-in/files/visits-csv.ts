import { type SiteVisit, visitSeconds } from '@/entities/site-visit/site-visit';
import { type CsvValue, csvText } from '@/lib/files/csv';
import type { TFunction } from '@/lib/translation';

interface Written {
  projectName: (id: string) => string;
  time: (projectId: string, instant: string) => string;
}

/** The history as it is filtered. Hours nobody knows are empty, never zero. */
export function visitsCsv(
  visits: readonly SiteVisit[],
  t: TFunction<'site-sign-in'>,
  { projectName, time }: Written,
): string {
  const header = [
    'day',
    'project',
    'kind',
    'name',
    'company',
    'trade',
    'people',
    'in',
    'howIn',
    'out',
    'howOut',
    'hours',
    'visiting',
    'phone',
    'plate',
    'agreed',
    'note',
  ] as const;
  const rows = visits.map((visit): CsvValue[] => {
    const seconds = visitSeconds(visit);
    const at = (instant: string | null) => (instant ? time(visit.project_id, instant) : '');
    return [
      visit.work_date,
      projectName(visit.project_id),
      t(`kind.${visit.kind}`),
      visit.name,
      visit.company_name,
      visit.trade,
      visit.headcount,
      at(visit.signed_in_at),
      t(`how.${visit.how_in}`),
      at(visit.signed_out_at),
      visit.how_out && t(`how.${visit.how_out}`),
      seconds === null ? null : { fixed: (seconds / 3600).toFixed(2) },
      visit.visiting,
      visit.phone,
      visit.plate,
      at(visit.agreed_at),
      visit.note,
    ];
  });
  return csvText([header.map((name) => t(`history.${name}`)), ...rows]);
}
