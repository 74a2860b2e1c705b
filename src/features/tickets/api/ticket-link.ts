import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TicketContent } from '@/features/tickets/files/ticket-record';
import { unwrap } from '@/lib/errors';
import { visitorClient } from '@/lib/full-client';
import { asJson } from '@/lib/json';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type LinkState = 'open' | 'unknown' | 'used' | 'answered' | 'expired';

export interface TicketLink {
  state: LinkState;
  language?: Language;
  company?: string;
  expires_at?: string;
  /** Of what is shown: only that is signed. */
  version?: string;
  was_refused?: boolean;
  ticket?: TicketContent;
}

export const ticketLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [queryKeys.ticketLink, token],
    queryFn: async () =>
      unwrap(await supabase().rpc('ticket_link', { token_param: token })) as unknown as TicketLink,
    // Every question counts as a view.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

export type LinkResult = 'done' | 'changed' | Exclude<LinkState, 'open'>;

export function useAnswerTicketLink(token: string) {
  return useWrite({
    send: async (answer: object) =>
      (
        unwrap(
          await supabase().rpc('answer_ticket_link', {
            token_param: token,
            answer_param: asJson(answer),
          }),
        ) as unknown as { result: LinkResult }
      ).result,
    quiet: true,
  });
}

/** A photo of the ticket as a picture, while the link is open. */
export function useLinkPhoto(token: string, path: string): Blob | undefined {
  return useQuery({
    queryKey: [queryKeys.ticketLink, token, path],
    queryFn: async () => {
      const files = (await visitorClient('x-ticket-link', token)).storage.from('photos');
      const transform = { width: 480, resize: 'contain', quality: 75 } as const;
      return unwrap(await files.download(path, { transform })) as Blob;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  }).data;
}
