import { queryOptions } from '@tanstack/react-query';
import type { ProposalReason } from '@/entities/forgotten-punch/proposal';
import { toAppError, unwrap } from '@/lib/errors';
import type { TimeFormat } from '@/lib/format';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** What a link opens. One that is over says nothing but that. */
export type LinkState =
  | ({ language: Language } & (OpenLink | { status: 'expired' }))
  | { status: 'invalid'; language: null };

export interface OpenLink {
  status: 'open' | 'answered' | 'stopped' | 'gone';
  company: string;
  project: string | null;
  time_zone: string;
  time_format: TimeFormat;
  clock_in: string;
  clock_out: string | null;
  proposed_at: string;
  reason: ProposalReason;
  sample_size: number;
  answer: 'still_working' | 'stopped' | null;
  answered_time: string | null;
  outcome: 'applied' | 'already_stopped' | 'deleted' | 'locked' | null;
  disputed: boolean;
}

const INVALID: LinkState = { status: 'invalid', language: null };

/** Asking changes nothing: programs that preview links ask, too. */
export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.forgottenPunches, 'link', id],
    queryFn: async ({ signal }): Promise<LinkState> => {
      try {
        const ask = supabase().rpc('forgotten_punch_question', { id_param: id });
        return unwrap(await ask.abortSignal(signal)) as unknown as LinkState;
      } catch (cause) {
        // Not even an id, or one that opens nothing.
        const { code } = toAppError(cause);
        if (code === 'answer_link_invalid' || code === '22P02') return INVALID;
        throw cause;
      }
    },
    retry: 1,
  });

interface Answer {
  /** Null: still working. */
  endedAt: string | null;
  language: Language;
}

/** Repeating it changes nothing: the first answer stays. */
export function useAnswerLink(id: string) {
  return useWrite({
    send: async ({ endedAt, language }: Answer) =>
      unwrap(
        await supabase().rpc('answer_forgotten_punch', {
          id_param: id,
          ...(endedAt && { happened_at_param: endedAt }),
          language_param: language,
        }),
      ) as unknown as LinkState,
    onSuccess: (state, _answer, client) => client.setQueryData(linkQuery(id).queryKey, state),
    quiet: true,
  });
}
