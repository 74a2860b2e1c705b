import { queryOptions } from '@tanstack/react-query';
import { checkSignature } from '@/entities/signed-timesheet/check-signature';
import type { ShownTimesheet } from '@/entities/signed-timesheet/timesheet';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

export type Signature = Omit<
  Row<'timesheet_signatures'>,
  'company_id' | 'employee_id' | 'statement' | 'language' | 'version' | 'signed_by'
>;

export interface DeviceKeyRow {
  id: string;
  employee_id: string;
  device_name: string;
  fingerprint: string;
  created_at: string;
  ended_at: string | null;
}

/** The period of a person as it is now: what is shown is what is signed. */
export const shownQuery = (employeeId: string, { start, end }: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.payroll, 'shown', employeeId, start, end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('timesheet_shown', {
            start_date_param: start,
            end_date_param: end,
            employee_id_param: employeeId,
          })
          .abortSignal(signal),
      ) as unknown as ShownTimesheet,
  });

/** Every answer a person gave for days of this range, newest first. */
export const signaturesQuery = (companyId: string, employeeId: string, { start, end }: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.payroll, 'signatures', companyId, employeeId, start, end],
    queryFn: async ({ signal }): Promise<Signature[]> =>
      unwrap(
        await supabase()
          .from('timesheet_signatures')
          .select(
            'id, start_date, end_date, disputed, note, signed_name, hours, signed_at, invalidated_at, signed_through, signed_text, device_key_id, device_key, device_signature, paper_path, paper_sha256',
          )
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .lte('start_date', end)
          .gte('end_date', start)
          .order('signed_at', { ascending: false })
          .limit(20)
          .abortSignal(signal),
      ),
  });

export const deviceKeysQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.payroll, 'device-keys', companyId, employeeId],
    queryFn: async ({ signal }): Promise<DeviceKeyRow[]> =>
      unwrap(
        await supabase()
          .from('device_keys')
          .select('id, employee_id, device_name, fingerprint, created_at, ended_at')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ),
  });

/** Computed here, in the browser of whoever looks: the server is not asked. */
export const checkedQuery = ({ id, signed_text, device_key, device_signature }: Signature) =>
  queryOptions({
    queryKey: [queryKeys.payroll, 'checked-signature', id],
    enabled: device_signature !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      checkSignature(
        signed_text ?? '',
        device_key as unknown as JsonWebKey,
        device_signature ?? '',
      ),
  });
