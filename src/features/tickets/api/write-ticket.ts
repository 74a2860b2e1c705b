import { changedFields, sendEdit } from '@/entities/edit/send-edit';
import { saveAndCall } from '@/entities/offline/save-and-send';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ticketQuery } from '@/features/tickets/api/queries';
import type { Ticket, TicketFields } from '@/features/tickets/ticket';
import { afterCall } from '@/features/tickets/with-queued-tickets';
import { unwrap } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { changeQueries, useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

const stale = [queryKeys.tickets];
type Fields = Readonly<Record<string, unknown>>;

/** On this phone first, then sent; ids make a repeat harmless. True: the server has it. */
async function call(rpc: string, args: object): Promise<boolean> {
  const sent = await saveAndCall('ticket', rpc, JSON.parse(JSON.stringify(args)) as object);
  return sent !== null;
}

interface Save {
  id: string;
  after: Partial<TicketFields>;
  /** As it was when writing began; null: it is begun now. */
  before: Partial<TicketFields> | null;
}

/** Saves what was changed. Where somebody else changed the same, asks which stays. */
export function useSaveTicket() {
  return useWrite({
    send: async ({ id, after, before }: Save): Promise<boolean> => {
      if (before === null) return call('save_ticket', { id_param: id, ticket_param: after });
      return sendEdit({ after: after as Fields, before: before as Fields }, async (edit) => {
        const changes = changedFields(edit);
        if (Object.keys(changes).length === 0) return true;
        const seen = Object.fromEntries(
          Object.keys(changes).map((field) => [field, edit.before[field] ?? null]),
        );
        return call('save_ticket', {
          id_param: id,
          ticket_param: changes,
          based_on_param: seen,
        });
      });
    },
    stale,
    refreshesInBackground: true,
  });
}

export interface CustomerAnswer {
  action: 'sign' | 'refuse';
  name: string;
  title: string;
  reason: string;
  language: Language;
  signature_path: string;
  email: string;
  witness: string;
  latitude?: number;
  longitude?: number;
  accuracy_m?: number;
}

/** The customer's answer, with what was shown: stored here first, whatever the signal. */
export function useAnswerTicket(id: string, shown: TicketFields, shownAt: string) {
  const companyId = useViewer().company?.id ?? '';
  return useWrite({
    send: async ({ action, name, title, reason, language, ...rest }: CustomerAnswer) => {
      const at = new Date(serverNow()).toISOString();
      const details = {
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
        signature_id: uuidv7(),
        at,
        shown_at: shownAt,
        ticket: shown,
      };
      const rpc = action === 'sign' ? 'sign_ticket' : 'refuse_ticket';
      const args = {
        id_param: id,
        name_param: name,
        title_param: title,
        ...(action === 'refuse' && { reason_param: reason }),
        language_param: language,
        details_param: details,
      };
      const isSent = await call(rpc, args);
      return isSent ? (ticket: Ticket) => afterCall(ticket, rpc, args, at) : null;
    },
    // The sheet closes over the answered ticket. Until it is loaded again, the draft would stand there to be signed.
    onSuccess: (answered, _, client) =>
      answered &&
      changeQueries<Ticket | null>(
        client,
        ticketQuery(companyId, id).queryKey,
        (ticket) => ticket && answered(ticket),
      ),
    stale,
    refreshesInBackground: true,
    quiet: true,
  });
}

export function useDiscardTicket() {
  const { t } = useTranslation('tickets');
  return useWrite({
    send: (id: string) => call('discard_ticket', { id_param: id }),
    done: t('toast.discarded'),
    stale,
  });
}

export function useReviseTicket() {
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revise_ticket', { id_param: id, new_id_param: uuidv7() })),
    stale,
  });
}

export function useAddWitness(id: string) {
  return useWrite({
    send: async (name: string) =>
      unwrap(await supabase().rpc('add_ticket_witness', { id_param: id, name_param: name })),
    stale,
    quiet: true,
  });
}

export function useSendTicketLink(id: string) {
  const { t } = useTranslation('tickets');
  return useWrite({
    send: async ({ email, language }: { email: string; language: Language }) =>
      unwrap(
        await supabase().rpc('send_ticket_link', {
          id_param: id,
          email_param: email,
          language_param: language,
        }),
      ) as unknown as { sent_to: string },
    done: ({ sent_to }) => t('link.sent', { address: sent_to }),
    stale,
    quiet: true,
  });
}
