import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface Consent {
  number: string;
  wording: string;
  given_by: 'self' | 'manager' | 'start';
  given_on: string;
  note: string | null;
  ended_at: string | null;
  ended_by: 'stop' | 'self' | 'manager' | 'number_changed' | 'left' | 'replaced' | null;
}

interface LastText {
  id: string;
  status: 'waiting' | 'sending' | 'sent' | 'delivered' | 'failed';
  error: string | null;
  updated_at: string;
}

/** Whether a person can be sent texts, and why not. */
export interface TextStatus {
  /** The installation has a gateway. */
  available: boolean;
  /** The company sends texts. */
  enabled: boolean;
  cap_reached: boolean;
  sender: string | null;
  has_account: boolean;
  phone: string | null;
  /** E.164, where the phone is a number texts could go to. */
  number: string | null;
  number_problem: 'missing' | 'not_a_number' | 'landline' | 'invalid_number' | 'unreachable' | null;
  stopped_at: string | null;
  /** The one that holds, or the last one that did. */
  consent: Consent | null;
  last_text: LastText | null;
}

const FOLLOW_MS = 2_000;

/** Of the viewer, or for managers of somebody else; followed while a text is on its way. */
export const textStatusQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.texts, 'status', companyId, employeeId],
    queryFn: async ({ signal }): Promise<TextStatus> =>
      unwrap(
        await supabase().rpc('text_status', { employee_id_param: employeeId }).abortSignal(signal),
      ) as unknown as TextStatus,
    refetchInterval: ({ state }) =>
      state.data && isOnItsWay(state.data.last_text) ? FOLLOW_MS : false,
  });

/** A text that nobody took for minutes will not come soon: it is not asked for every moment. */
const MAX_FOLLOW_MS = 2 * 60_000;

function isOnItsWay(text: LastText | null): boolean {
  if (text?.status !== 'waiting' && text?.status !== 'sending') return false;
  return Date.now() - Date.parse(text.updated_at) < MAX_FOLLOW_MS;
}
