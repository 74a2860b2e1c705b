import { queryOptions } from '@tanstack/react-query';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

/** Nobody waits at the clock for a proposal: without a signal there is none. */
const TIMEOUT_MS = 3000;

type Whose = { entry_id_param: string } | { employee_id_param: string };

const query = (id: string, whose: Whose) =>
  queryOptions({
    queryKey: [queryKeys.forgottenPunches, 'proposal', id],
    queryFn: async (): Promise<Proposal | null> => {
      if (!navigator.onLine) return null;
      const rows = unwrap(
        await withTimeout(
          async (signal) => await supabase().rpc('proposed_clock_out', whose).abortSignal(signal),
          TIMEOUT_MS,
        ),
      );
      return (rows[0] as Proposal | undefined) ?? null;
    },
    retry: false,
    gcTime: 0,
    meta: { answersOffline: true },
  });

/** The likely end of a running clock; null where nobody knows one. */
export const proposalQuery = (entryId: string) => query(entryId, { entry_id_param: entryId });

/** The same for whoever a foreman stops the clock for. */
export const proposalOfPersonQuery = (employeeId: string) =>
  query(employeeId, { employee_id_param: employeeId });
