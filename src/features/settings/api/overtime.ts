import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { addDays } from '@/lib/time';

/** The company's own policies, newest first. */
export function policiesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'overtime', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('overtime_policies')
          .select('id, preset, effective_from, policy')
          .eq('company_id', companyId)
          .is('project_id', null)
          .is('employee_id', null)
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      ),
  });
}

export interface OvertimeException {
  id: string;
  preset: string;
  effective_from: string;
  project_id: string | null;
  employee_id: string | null;
  policy: unknown;
}

/** Policies of one project or one person, newest first. */
export function exceptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'overtime-exceptions', companyId],
    queryFn: async ({ signal }): Promise<OvertimeException[]> =>
      unwrap(
        await supabase()
          .from('overtime_policies')
          .select('id, preset, effective_from, project_id, employee_id, policy')
          .eq('company_id', companyId)
          .or('project_id.not.is.null,employee_id.not.is.null')
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      ),
  });
}

/** The rule on the screen that one from this day on would replace: its fields, nulls for none. */
export function replacedPolicy(
  client: QueryClient,
  companyId: string,
  { from, projectId, employeeId }: { from: string; projectId?: string; employeeId?: string },
) {
  const replaced =
    projectId || employeeId
      ? client
          .getQueryData(exceptionsQuery(companyId).queryKey)
          ?.find(
            (one) =>
              one.effective_from === from &&
              one.project_id === (projectId ?? null) &&
              one.employee_id === (employeeId ?? null),
          )
      : client
          .getQueryData(policiesQuery(companyId).queryKey)
          ?.find((one) => one.effective_from === from);
  return { preset: replaced?.preset ?? null, policy: replaced?.policy ?? null };
}

/** The longest range that payroll computes at once. */
const MAX_DAYS = 400;

/** From a day in the past: what it changes since. Else what it would have changed last period. */
async function previewRange(from: string, today: string, signal: AbortSignal) {
  const earliest = addDays(today, -MAX_DAYS);
  if (from < today) return { start: from < earliest ? earliest : from, end: today };
  const periods = unwrap(
    await supabase().rpc('recent_pay_periods', { count_param: 2 }).abortSignal(signal),
  );
  const last = periods.find(({ is_current }) => !is_current);
  return last ? { start: last.start_date, end: last.end_date } : null;
}

/** The rules of every preset. */
export const presetRulesQuery = () =>
  queryOptions({
    queryKey: [queryKeys.settings, 'overtime-presets'],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('overtime_presets').abortSignal(signal)),
  });

/** Who gets what more or less with a rule from a date on; `custom` is one of the company's own. */
export function previewQuery(preset: string, from: string, today: string, custom?: object) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'overtime-preview', preset, from, today, custom],
    queryFn: async ({ signal }) => {
      const range = await previewRange(from, today, signal);
      if (!range) return { range, people: [] };
      const people = unwrap(
        await supabase()
          .rpc('preview_overtime_policy', {
            preset_param: preset,
            effective_from_param: from < today ? from : range.start,
            start_date_param: range.start,
            end_date_param: range.end,
            ...(custom ? { custom_param: asJson(custom) } : {}),
          })
          .abortSignal(signal),
      );
      // Null where a rate is missing, which the types do not say.
      return {
        range,
        people: people as Narrowed<(typeof people)[0], { difference_cents: number | null }>[],
      };
    },
    // While a rule is typed, the answer before stays until the next one is there.
    placeholderData: keepPreviousData,
  });
}

/** The answer of `previewQuery`. */
export type PayPreview = Awaited<
  ReturnType<NonNullable<ReturnType<typeof previewQuery>['queryFn']>>
>;
