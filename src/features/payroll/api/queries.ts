import { queryOptions } from '@tanstack/react-query';
import type { PayDifferenceLine } from '@/entities/pay-difference/pay-difference-queries';
import { allPages, allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** A year of weeks. */
const SHOWN_PERIODS = 53;

const dates = ({ start, end }: DateRange) => ({ start_date_param: start, end_date_param: end });

export interface PayPeriod extends DateRange {
  locked: boolean;
  current: boolean;
  lockedAt: string | null;
}

interface PeriodRow {
  start_date: string;
  end_date: string;
  status: string;
  locked_at: string | null;
  is_current: boolean;
}

const toPeriod = (row: PeriodRow): PayPeriod => ({
  start: row.start_date,
  end: row.end_date,
  locked: row.status === 'locked',
  current: row.is_current,
  lockedAt: row.locked_at,
});

export function periodsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'periods', companyId],
    queryFn: async ({ signal }): Promise<PayPeriod[]> =>
      unwrap(
        await supabase()
          .rpc('recent_pay_periods', { count_param: SHOWN_PERIODS })
          .abortSignal(signal),
      ).map(toPeriod),
  });
}

/** Whether anyone worked in these days; for employees, whether they did. */
export function hasTimeQuery(companyId: string, { start, end }: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'has-time', companyId, start, end],
    queryFn: async ({ signal }): Promise<boolean> => {
      const rows = unwrap(
        await supabase()
          .from('work_totals')
          .select('work_date')
          .eq('company_id', companyId)
          .gte('work_date', start)
          .lte('work_date', end)
          .limit(1)
          .abortSignal(signal),
      );
      return rows.length > 0;
    },
  });
}

/** The period a date lies in, however long ago. */
export function periodAtQuery(companyId: string, date: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'periods', companyId, 'at', date],
    queryFn: async ({ signal }): Promise<PayPeriod | null> => {
      const [row] = unwrap(
        await supabase().rpc('pay_period_for', { date_param: date }).abortSignal(signal),
      );
      return row ? toPeriod(row) : null;
    },
  });
}

type Approval = 'approved' | 'partly' | 'open' | 'nothing';
export type Signature = 'signed' | 'disputed' | 'outdated' | 'none';

/** One employee in the period. */
export interface PayrollPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  regular_minutes: number;
  overtime_minutes: number;
  double_time_minutes: number;
  paid_break_minutes: number;
  /** Null: several rates, or none. */
  hourly_rate: number | null;
  /** Null: time without a rate, so nobody knows. */
  total_earnings: number | null;
  /** Of it, what is not for hours worked: leave, bonuses, premiums, adjustments. */
  other_pay: number | null;
  /** Parts of other pay. */
  leave_minutes: number;
  leave_pay: number | null;
  premium_pay: number | null;
  /** Dollars, with `below_minimum_wage`. */
  minimum_wage_missing: number | null;
  /** Cash in lieu of fringe benefits. */
  fringe_pay: number | null;
  /** Beside the earnings: expenses, miles, per diem. */
  reimbursed_pay: number | null;
  flags: readonly string[];
  days_worked: number;
  days_approved: number;
  approval: Approval;
  signature: Signature;
  signature_note: string | null;
  locked: boolean;
  /** Without an account there is nobody to sign. */
  has_account: boolean;
}

export function overviewQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'overview', companyId, range.start, range.end],
    queryFn: ({ signal }) =>
      allPages(
        async (from, to) =>
          unwrap(
            await supabase()
              .rpc('payroll_overview', dates(range))
              .range(from, to)
              .abortSignal(signal),
          ) as PayrollPerson[],
      ),
  });
}

/** When a file of exactly this period was made last; what was made before the lock does not count. */
export function lastExportQuery(companyId: string, { start, end, lockedAt }: PayPeriod) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId, 'last', start, end, lockedAt],
    queryFn: async ({ signal }): Promise<string | null> => {
      const [made] = unwrap(
        await supabase()
          .from('payroll_exports')
          .select('created_at')
          .eq('company_id', companyId)
          .eq('start_date', start)
          .eq('end_date', end)
          .gte('created_at', lockedAt ?? '')
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return made?.created_at ?? null;
    },
  });
}

/** Part of a line: so many minutes by this rule, over this threshold. */
export interface RuleMinutes {
  rule: string;
  threshold_minutes: number | null;
  minutes: number;
}

/** One line of pay with what is behind it. Amounts are null where pay is unknown or not shown. */
export interface ExplainedLine {
  week_start: string;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  pay_code: string;
  multiplier: number;
  minutes: number;
  rule: string;
  rules: readonly RuleMinutes[];
  hourly_rate: number | null;
  premium_cents: number | null;
  total_cents: number | null;
  paid_break_minutes: number;
  auto_meal_minutes: number;
  week_minutes: number | null;
  week_regular_rate: number | null;
  policy_preset: string | null;
  /** Of public work: the class of the determination. */
  classification_id?: string | null;
  /** Of public work: why the rate is what it is. */
  rate_reason?: string | null;
}

export function explanationQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'explanation', employeeId, range.start, range.end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('payroll_explanation', { employee_id_param: employeeId, ...dates(range) })
          .abortSignal(signal),
      ) as unknown as ExplainedLine[],
  });
}

function workDatesQuery(table: 'time_entries' | 'approvals') {
  return (companyId: string, employeeId: string, range: DateRange) =>
    queryOptions({
      queryKey: [
        queryKeys.payroll,
        'work-dates',
        table,
        companyId,
        employeeId,
        range.start,
        range.end,
      ],
      queryFn: async ({ signal }) =>
        unwrap(
          await supabase()
            .from(table)
            .select('work_date')
            .eq('company_id', companyId)
            .eq('employee_id', employeeId)
            .gte('work_date', range.start)
            .lte('work_date', range.end)
            .abortSignal(signal),
        ).map(({ work_date }) => work_date),
    });
}

/** Days on which entries of this person began: those that can be approved. */
export const entryDaysQuery = workDatesQuery('time_entries');

/** Work dates of this person that are approved. */
export const approvedDaysQuery = workDatesQuery('approvals');

/** Who has time without a project or cost code, which cannot be added once it is locked. */
export function withoutPlaceQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'without-place', companyId, range.start, range.end],
    queryFn: async ({ signal }) => {
      const rows = await allRows(() =>
        supabase()
          .from('time_entries')
          .select('employee_id')
          .eq('company_id', companyId)
          .gte('work_date', range.start)
          .lte('work_date', range.end)
          .or('project_id.is.null,cost_code_id.is.null')
          .order('id')
          .abortSignal(signal),
      );
      return rows.map(({ employee_id }) => employee_id);
    },
    staleTime: 0,
  });
}

/** An entry nobody ended, and when it probably ended. */
export interface Proposal {
  time_entry_id: string;
  employee_id: string;
  first_name: string;
  last_name: string;
  clock_in: string;
  proposed_clock_out: string;
  /** What the proposal rests on. */
  basis:
    | 'project'
    | 'schedule'
    | 'company'
    | 'habit'
    | 'eight_hours'
    | 'photo'
    | 'quantity'
    | 'question'
    | 'break'
    | 'punch';
  sample_size: number;
}

export function proposalsQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'proposals', companyId, range.start, range.end],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('propose_clock_outs', dates(range)).abortSignal(signal),
      )) as Proposal[],
  });
}

export function owedQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.owed, companyId, range.start, range.end],
    queryFn: async ({ signal }) =>
      allRows(() => supabase().rpc('payroll_adjustments_owed', dates(range)).abortSignal(signal)),
    // Rates and rules are changed on other screens.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The same, line by line: what posting would post. */
export function owedLinesQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.owed, 'lines', companyId, range.start, range.end],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('payroll_adjustment_lines', dates(range)).abortSignal(signal),
      )) as PayDifferenceLine[],
    staleTime: 0,
  });
}

/** Adjustments posted elsewhere for the days of a period. */
export function postedAdjustmentsQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.owed, 'posted', companyId, range.start, range.end],
    queryFn: async ({ signal }) =>
      allRows(() => supabase().rpc('posted_adjustments', dates(range)).abortSignal(signal)),
    staleTime: 0,
  });
}
