import { queryOptions } from '@tanstack/react-query';
import type { FactSource } from '@/features/public-work/facts/formats/fact-table';
import type { Known } from '@/features/public-work/facts/match-people';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export interface Deduction {
  name: string;
  amount: number;
}
export type Fact = Narrowed<Row<'payroll_facts'>, { other: Deduction[] }>;

/** Why their gross may differ from ours, as payroll_facts_compared() says it. */
export const REASONS = [
  'no_facts',
  'no_gross',
  'no_rate',
  'no_time',
  'another_week',
  'two_weeks',
  'reimbursement',
  'fringe_cash',
  'premium',
  'rounding',
] as const;

export interface Compared {
  employee_id: string;
  first_name: string;
  last_name: string;
  on_public_work: boolean;
  /** Null while hours have no rate. */
  our_gross: number | null;
  their_gross: number | null;
  difference: number | null;
  reason: (typeof REASONS)[number] | null;
  reason_week: IsoDate | null;
  deductions: number | null;
  net: number | null;
  net_difference: number | null;
  fact_id: string | null;
}

/** A week by its last day, or a pay period that is none. */
export interface FactSpan {
  weekEnd: IsoDate;
  /** First day of a pay period; null: a week. */
  periodStart: IsoDate | null;
}

export const comparedQuery = (companyId: string, { weekEnd, periodStart }: FactSpan) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'compared', companyId, weekEnd, periodStart],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('payroll_facts_compared', {
            week_end_param: weekEnd,
            ...(periodStart && { period_start_param: periodStart }),
          })
          .abortSignal(signal),
      )) as Compared[],
  });

export const factsQuery = (companyId: string, { weekEnd, periodStart }: FactSpan) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'facts', companyId, weekEnd, periodStart],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('payroll_facts')
          .select('*')
          .eq('company_id', companyId)
          .eq('week_end', weekEnd)
          .filter('period_start', periodStart ? 'eq' : 'is', periodStart)
          .order('id')
          .abortSignal(signal),
      )) as unknown as Fact[],
  });

/** Everybody who may be in a payroll file, also who left. */
export const peopleQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.employees, 'payroll', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('employees')
          .select('id, first_name, last_name, employee_number, active, external_ids')
          .eq('company_id', companyId)
          .order('last_name')
          .order('first_name')
          .order('id')
          .abortSignal(signal),
      )) as unknown as Known[],
  });

/** Whom each payroll system means, by its id or name. */
export const workerIdsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'worker-ids', companyId],
    queryFn: async ({ signal }) =>
      allRows(() =>
        supabase()
          .from('payroll_worker_ids')
          .select('source, worker_key, employee_id')
          .eq('company_id', companyId)
          .order('id')
          .abortSignal(signal),
      ),
  });

export interface FactImport
  extends Pick<
    Row<'imports'>,
    'id' | 'file_name' | 'created_at' | 'undone_at' | 'new_rows' | 'changed_rows'
  > {
  mapping: { source?: FactSource; roles?: Record<string, string>; paidAfter?: number };
}

const PAST_IMPORTS = 20;

/** Payroll files of before, the newest first: how their columns were read, and what can be undone. */
export const factImportsQuery = (companyId: string) =>
  rowsQuery<FactImport[]>([queryKeys.imports, 'payroll-facts', companyId], () =>
    supabase()
      .from('imports')
      .select('id, file_name, created_at, undone_at, new_rows, changed_rows, mapping')
      .eq('company_id', companyId)
      .eq('list', 'payroll_facts')
      .order('created_at', { ascending: false })
      .limit(PAST_IMPORTS),
  );

/** Of whom the last four digits are stored. */
export const identitiesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'identities', companyId],
    queryFn: async ({ signal }) =>
      allRows(() => supabase().rpc('identities_on_file').abortSignal(signal)),
  });

const SHOWN_VIEWS = 100;

/** Who read whose digits, for owners. */
export const identityViewsQuery = (companyId: string) =>
  rowsQuery([queryKeys.publicWork, 'identity-views', companyId], () =>
    supabase()
      .from('identity_views')
      .select('id, employee_id, viewed_by, purpose, viewed_at')
      .eq('company_id', companyId)
      .order('viewed_at', { ascending: false })
      .limit(SHOWN_VIEWS),
  );

/** What a journal says about a person and week, as it is stored and compared. */
export const JOURNAL_COLUMNS = [
  'gross_all',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'other',
  'net',
  'check_number',
  'paid_on',
  'reimbursement',
] as const;
export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];
export type JournalValues = Partial<
  Record<JournalColumn, number | string | readonly Deduction[] | null>
>;

export interface Difference {
  id: string;
  employeeId: string;
  weekEnd: IsoDate;
  periodStart: IsoDate | null;
  source: FactSource;
  stored: JournalValues;
  theirs: JournalValues;
}

/** Journals that say something else than what is stored, for a manager to decide. */
export const differencesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'fact-differences', companyId],
    queryFn: async ({ signal }): Promise<Difference[]> => {
      const waiting = await allRows(() =>
        supabase()
          .from('payroll_fact_differences')
          .select('id, employee_id, week_end, period_start, source, theirs')
          .eq('company_id', companyId)
          .is('decision', null)
          .order('week_end')
          .order('id')
          .abortSignal(signal),
      );
      if (waiting.length === 0) return [];
      const facts = await allRows(() =>
        supabase()
          .from('payroll_facts')
          .select('*')
          .eq('company_id', companyId)
          .in('week_end', [...new Set(waiting.map(({ week_end }) => week_end))])
          .order('id')
          .abortSignal(signal),
      );
      return waiting.map(({ id, employee_id, week_end, period_start, source, theirs }) => {
        const fact = facts.find(
          (one) =>
            one.employee_id === employee_id &&
            one.week_end === week_end &&
            one.period_start === period_start,
        );
        return {
          id,
          employeeId: employee_id,
          weekEnd: week_end,
          periodStart: period_start,
          source: source as FactSource,
          theirs: theirs as JournalValues,
          stored: Object.fromEntries(
            JOURNAL_COLUMNS.map((name) => [name, fact?.[name] ?? null]),
          ) as JournalValues,
        };
      });
    },
  });
