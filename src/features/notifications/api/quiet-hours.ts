import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { text } from '@/lib/translation';
import { changeQueries, useWrite } from '@/lib/use-write';

export type QuietHours = Pick<
  Row<'quiet_hours'>,
  'starts_at' | 'ends_at' | 'weekdays' | 'snoozed_until' | 'digest_at'
>;

const KEY = [queryKeys.notifications, 'quiet-hours'];
const COLUMNS = 'starts_at, ends_at, weekdays, snoozed_until, digest_at';

/** Null: never set, so nothing is held back. */
export const quietHoursQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [...KEY, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('quiet_hours')
          .select(COLUMNS)
          .eq('employee_id', employeeId)
          .abortSignal(signal)
          .maybeSingle(),
      ) as QuietHours | null,
  });

interface Person {
  companyId: string;
  employeeId: string;
}

/** A person has one row of them, and nobody else changes it. */
const write = async ({ companyId, employeeId }: Person, changes: Partial<QuietHours>) =>
  unwrap(
    await supabase()
      .from('quiet_hours')
      .upsert(
        { company_id: companyId, employee_id: employeeId, ...changes },
        { onConflict: 'company_id,employee_id' },
      ),
  );

export function useSaveQuietHours(person: Person) {
  return useWrite({
    send: (changes: Omit<QuietHours, 'snoozed_until'>) => write(person, changes),
    done: text('notifications:quiet.saved'),
    stale: [KEY],
    failureText: 'notifications:quiet.saveFailed',
  });
}

/** Null ends it. */
export function useSnooze(person: Person, say: (until: string | null) => string) {
  return useWrite({
    send: (until: string | null) => write(person, { snoozed_until: until }),
    showAtOnce: (snoozed_until, client) =>
      changeQueries<QuietHours | null>(client, KEY, (row) => row && { ...row, snoozed_until }),
    done: (_, until) => say(until),
    stale: [KEY],
    failureText: 'notifications:snooze.failed',
  });
}
