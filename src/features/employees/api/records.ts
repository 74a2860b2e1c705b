import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface RequiredDocument {
  document_id: string;
  name: string;
  folder_id: string | null;
  project_id: string | null;
  project_name: string | null;
  version: number;
  opened_at: string | null;
  signed_at: string | null;
}

export function employeeDocumentsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'of-employee', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('employee_documents', { employee_id_param: employeeId })
          .abortSignal(signal),
      ) as RequiredDocument[],
  });
}

export interface UsedDevice {
  device: string | null;
  source: string;
  punches: number;
  last_used_at: string;
}

export function employeeDevicesQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'devices', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('employee_devices', { employee_id_param: employeeId })
          .abortSignal(signal),
      ) as UsedDevice[],
  });
}

export interface PaidPeriod {
  start_date: string;
  end_date: string;
  locked: boolean;
  minutes: number;
  overtimeMinutes: number;
  /** Null where a rate is missing. */
  cents: number | null;
}

const PERIODS = 6;
const WORKED = ['REG', 'OT', 'DT'];

/** The last pay periods of one person, as Payroll has them. */
export function employeePayQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'of-employee', companyId, employeeId],
    queryFn: async ({ signal }): Promise<PaidPeriod[]> => {
      const periods = unwrap(
        await supabase().rpc('recent_pay_periods', { count_param: PERIODS }).abortSignal(signal),
      );
      const [last, first] = [periods[0], periods.at(-1)];
      if (!last || !first) return [];
      const lines = await allRows(() =>
        supabase()
          .rpc('payroll_lines_for', {
            company_id_param: companyId,
            start_date_param: first.start_date,
            end_date_param: last.end_date,
            employee_id_param: employeeId,
          })
          .abortSignal(signal),
      );
      return periods.map(({ start_date, end_date, status }) => {
        const own = lines.filter(
          ({ work_date }) => work_date >= start_date && work_date <= end_date,
        );
        const minutes = (codes: readonly string[]) =>
          own
            .filter(({ pay_code }) => codes.includes(pay_code))
            .reduce((sum, line) => sum + line.minutes, 0);
        return {
          start_date,
          end_date,
          locked: status === 'locked',
          minutes: minutes(WORKED),
          overtimeMinutes: minutes(['OT', 'DT']),
          cents: own.some(({ total_cents }) => total_cents === null)
            ? null
            : own.reduce((sum, { total_cents }) => sum + (total_cents ?? 0), 0),
        };
      });
    },
  });
}
