import { queryOptions } from '@tanstack/react-query';
import { toAppError, unwrap } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** Companies the viewer left whose records of them they may still read. */
export const pastEmploymentsQuery = (userId: string) =>
  queryOptions({
    queryKey: [queryKeys.viewer, 'past-employments', userId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('past_employments').abortSignal(signal)),
  });

export interface PastPay {
  work_date: string;
  pay_code: string;
  minutes: number;
  multiplier: number;
  /** Null where the company hides rates, or none was known. */
  hourly_rate: number | null;
  total_cents: number | null;
  /** Why it counts as it does: weekly, daily, holiday and the like. */
  rule: string;
}

export interface PastEntry {
  id: string;
  work_date: string;
  clock_in: string;
  clock_out: string | null;
  project_name: string | null;
}

export function pastWorkQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.viewer, 'past-work', employeeId, range.start, range.end],
    queryFn: async ({ signal }): Promise<{ entries: PastEntry[]; pay: PastPay[] }> => {
      const asked = {
        employee_id_param: employeeId,
        start_date_param: range.start,
        end_date_param: range.end,
      };
      const [entries, pay] = await Promise.all([
        supabase().rpc('past_time', asked).abortSignal(signal),
        supabase().rpc('past_pay', asked).abortSignal(signal),
      ]);
      return { entries: unwrap(entries), pay: unwrap(pay) };
    },
  });
}

export interface PastDocument {
  version_id: string;
  name: string;
  version: number;
  media_type: string | null;
  signed_at: string;
  path: string;
}

/** What someone who left had signed there. */
export const pastDocumentsQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.viewer, 'past-documents', employeeId],
    queryFn: async ({ signal }): Promise<PastDocument[]> =>
      unwrap(
        await supabase()
          .rpc('past_documents', { employee_id_param: employeeId })
          .abortSignal(signal),
      ),
  });

export async function downloadPastDocument({
  name,
  version,
  media_type,
  path,
}: PastDocument): Promise<void> {
  const { data, error } = await (await bucket('documents')).download(path);
  if (!data) throw toAppError(error);
  const title = name.replaceAll(/[\\/:*?"<>|]/g, '-');
  downloadFile(`${title} v${version}.${path.split('.').at(-1)}`, media_type ?? data.type, data);
}
