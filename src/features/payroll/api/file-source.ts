import { queryOptions } from '@tanstack/react-query';
import {
  type FileLine,
  type FilePerson,
  isWorked,
  type LineOrigin,
} from '@/features/payroll/formats/file-data';
import { ratesByUse } from '@/features/payroll/rates-by-use';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** What the data API hands out at once. */
const PAGE = 1000;

type Line = Pick<
  Row<'payroll_lines'>,
  'employee_id' | 'work_date' | 'project_id' | 'cost_code_id' | 'minutes' | 'pay_code'
> & {
  hourly_rate: number | null;
  straight_cents: number | null;
  premium_cents: number | null;
  total_cents: number | null;
};

/** All pages of an answer that may be longer than one. */
async function allPages<Item>(page: (from: number, to: number) => Promise<Item[]>) {
  const all: Item[] = [];
  for (;;) {
    const next = await page(all.length, all.length + PAGE - 1);
    all.push(...next);
    if (next.length < PAGE) return all;
  }
}

type Place = Pick<Line, 'employee_id' | 'work_date' | 'project_id' | 'cost_code_id'>;

const placeKey = ({ employee_id, work_date, project_id, cost_code_id }: Place) =>
  [employee_id, work_date, project_id, cost_code_id].join('|');

/** What the lines rest on, by person, day, project and cost code. */
async function fetchOrigins(range: DateRange, signal: AbortSignal) {
  const origins = await allPages(async (from, to) =>
    unwrap(
      await supabase()
        .rpc('payroll_line_origins', { start_date_param: range.start, end_date_param: range.end })
        .range(from, to)
        .abortSignal(signal),
    ),
  );
  return new Map(
    origins.map((origin): [string, LineOrigin] => [
      placeKey(origin),
      {
        entryIds: origin.entry_ids,
        certified: origin.certified,
        approvedBy: origin.approved_by,
        approvedAt: origin.approved_at && isoSeconds(origin.approved_at),
      },
    ]),
  );
}

/** `2026-03-16T15:00:00Z` */
const isoSeconds = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

async function fetchLines(companyId: string, range: DateRange, signal: AbortSignal) {
  const [lines, origins] = await Promise.all([
    allPages(
      async (from, to) =>
        unwrap(
          await supabase()
            .rpc('payroll_lines_for', {
              company_id_param: companyId,
              start_date_param: range.start,
              end_date_param: range.end,
            })
            .range(from, to)
            .abortSignal(signal),
        ) as Line[],
    ),
    fetchOrigins(range, signal),
  ]);
  return lines.map(
    (line): FileLine => ({
      employeeId: line.employee_id,
      workDate: line.work_date,
      projectId: line.project_id,
      costCodeId: line.cost_code_id,
      rate: line.hourly_rate,
      payCode: line.pay_code,
      minutes: line.minutes,
      straightCents: line.straight_cents,
      premiumCents: line.premium_cents,
      totalCents: line.total_cents,
      origin: isWorked(line.pay_code) ? (origins.get(placeKey(line)) ?? null) : null,
    }),
  );
}

export function fileLinesQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'file-lines', companyId, range.start, range.end],
    queryFn: ({ signal }) => fetchLines(companyId, range, signal),
    staleTime: 0,
  });
}

async function fetchPeople(companyId: string, signal: AbortSignal): Promise<FilePerson[]> {
  const people = await allPages(async (from, to) =>
    unwrap(
      await supabase()
        .from('employees')
        .select(
          'id, first_name, last_name, employee_number, job_title, external_ids, employee_rates(hourly_rate, effective_from, project_id, cost_code_id)',
        )
        .eq('company_id', companyId)
        .order('last_name')
        .order('first_name')
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    ),
  );
  return people.map((person) => ({
    id: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    employeeNumber: person.employee_number,
    jobTitle: person.job_title,
    externalIds: person.external_ids as Record<string, string>,
    rates: ratesByUse(person.employee_rates),
  }));
}

export function filePeopleQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'file-people', companyId],
    queryFn: ({ signal }) => fetchPeople(companyId, signal),
    staleTime: 0,
  });
}
