import { type FileData, isWorked, type LineOrigin } from '@/features/exports/formats/file-data';
import { ratesByUse } from '@/features/exports/formats/rates-by-use';
import type { ExportSource, PreviewLine, RecordedOrigin } from '@/features/exports/payroll-record';
import type { DateRange } from '@/lib/time';

type Place = Pick<RecordedOrigin, 'employee_id' | 'work_date' | 'project_id' | 'cost_code_id'>;

const placeKey = ({ employee_id, work_date, project_id, cost_code_id }: Place) =>
  [employee_id, work_date, project_id, cost_code_id].join('|');

/** `2026-03-16T15:00:00Z` */
const isoSeconds = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

const originOf = (origin: RecordedOrigin): LineOrigin => ({
  entryIds: origin.entry_ids,
  certified: origin.certified,
  approvedBy: origin.approved_by,
  approvedAt: origin.approved_at && isoSeconds(origin.approved_at),
  equipment: origin.equipment ?? [],
});

/** What was recorded, or would be: without what the lines rest on. */
interface Source extends Omit<ExportSource, 'summary' | 'origins' | 'lines'> {
  lines: readonly PreviewLine[];
  origins?: readonly RecordedOrigin[];
}

/** What the layouts of payroll systems read. */
export function recordToFileData(
  source: Source,
  period: DateRange,
  settings: Record<string, string>,
  version?: FileData['version'],
): FileData {
  const origins = new Map(
    (source.origins ?? []).map((origin) => [placeKey(origin), originOf(origin)]),
  );
  const upTo = version === undefined || version >= 5 ? period.end : null;
  return {
    ...(version === undefined ? {} : { version }),
    period,
    frequency: source.frequency,
    settings,
    projects: source.projects,
    costCodes: source.cost_codes,
    people: source.people.map((person) => ({
      id: person.id,
      firstName: person.first_name,
      lastName: person.last_name,
      employeeNumber: person.employee_number,
      jobTitle: person.job_title,
      externalIds: person.external_ids,
      rates: ratesByUse(person.rates, upTo),
    })),
    lines: source.lines.map((line) => ({
      employeeId: line.employee_id,
      workDate: line.work_date,
      projectId: line.project_id,
      costCodeId: line.cost_code_id,
      classification: source.classifications?.[line.classification_id ?? '']?.name ?? null,
      classificationCode: source.classifications?.[line.classification_id ?? '']?.code ?? null,
      rate: line.hourly_rate,
      payCode: line.pay_code,
      minutes: line.minutes,
      straightCents: line.straight_cents,
      premiumCents: line.premium_cents,
      totalCents: line.total_cents,
      origin: isWorked(line.pay_code) ? (origins.get(placeKey(line)) ?? null) : null,
    })),
  };
}
