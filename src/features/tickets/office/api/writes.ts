import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type {
  BillingTerms,
  BillRate,
  Kind,
  OfficeTicket,
  Pricing,
} from '@/features/tickets/office/api/queries';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const STALE = [queryKeys.billing, queryKeys.tickets];

/** Null goes back to what is agreed; what is left out stays. */
export interface TypedPrices {
  markups?: Partial<Record<Kind, number | null>>;
  tax_percent?: number | null;
  lines?: { line_id: string; rate?: number | null; taxable?: boolean }[];
}

export function usePriceTicket(ticketId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async (prices: TypedPrices) =>
      unwrap(
        await supabase().rpc('price_ticket', {
          id_param: ticketId,
          prices_param: asJson(prices),
        }),
      ) as unknown as Pricing,
    done: ({ total }) => (total === null ? t('toast.saved') : t('toast.priced')),
    stale: STALE,
    quiet: true,
  });
}

export interface Step {
  status: 'priced' | 'submitted' | 'approved' | 'rejected';
  date?: IsoDate;
  note?: string;
}

export function useSetTicketStatus(ticketId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async ({ status, date, note }: Step) =>
      unwrap(
        await supabase().rpc('set_ticket_status', {
          id_param: ticketId,
          status_param: status,
          ...(date && { date_param: date }),
          ...(note && { note_param: note }),
        }),
      ),
    done: (_, { status }) => t(`toast.${status}`),
    stale: STALE,
    failureText: 'billing:error.step',
  });
}

interface ChangeOrder {
  tickets: readonly OfficeTicket[];
  costCodeId: string | null;
  name: string;
}

export function useAdoptTickets() {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async ({ tickets, costCodeId, name }: ChangeOrder) =>
      unwrap(
        await supabase().rpc('adopt_tickets', {
          project_id_param: tickets[0]?.project_id ?? '',
          ticket_ids_param: tickets.map(({ ticket_id }) => ticket_id),
          ...(costCodeId && { cost_code_id_param: costCodeId }),
          ...(name && { name_param: name }),
        }),
      ),
    done: ({ version }) => t('toast.adopted', { version }),
    stale: [...STALE, queryKeys.budgets],
    quiet: true,
  });
}

export function useReleaseTicket() {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async (ticketId: string) =>
      unwrap(await supabase().rpc('release_tickets', { ticket_ids_param: [ticketId] })),
    done: ({ version }) => t('toast.released', { version }),
    stale: [...STALE, queryKeys.budgets],
    failureText: 'billing:error.step',
  });
}

export interface NewInvoice extends DateRange {
  /** Made with the form: a repeat after a lost answer makes no second invoice. */
  id: string;
  projectId: string;
  ticketIds: readonly string[];
  withTime: boolean;
  issuedOn: IsoDate;
  note: string;
}

export function useDraftInvoice() {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async ({ id, projectId, ticketIds, withTime, issuedOn, note, start, end }: NewInvoice) =>
      unwrap(
        await supabase().rpc('draft_invoice', {
          id_param: id,
          project_id_param: projectId,
          start_date_param: start,
          end_date_param: end,
          ticket_ids_param: [...ticketIds],
          with_time_param: withTime,
          issued_on_param: issuedOn,
          note_param: note,
        }),
      ),
    done: ({ number }) => t('toast.drafted', { number }),
    stale: STALE,
    quiet: true,
  });
}

export function useRecordSent(invoiceId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async ({ to, on }: { to: string; on: IsoDate }) =>
      unwrap(
        await supabase().rpc('record_invoice_sent', {
          id_param: invoiceId,
          sent_to_param: to,
          sent_on_param: on,
        }),
      ),
    done: t('toast.sent'),
    stale: STALE,
    quiet: true,
  });
}

export function useVoidInvoice(invoiceId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: async (reason: string) =>
      unwrap(await supabase().rpc('void_invoice', { id_param: invoiceId, reason_param: reason })),
    done: t('toast.voided'),
    stale: STALE,
    quiet: true,
  });
}

export type RateFields = Pick<
  BillRate,
  | 'employee_id'
  | 'classification_id'
  | 'trade'
  | 'equipment_class_id'
  | 'project_id'
  | 'rate'
  | 'overtime_rate'
  | 'double_time_rate'
  | 'from_date'
>;

export function useSaveRate(companyId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: ({ opened, fields }: { opened: BillRate | null; fields: RateFields }) =>
      saveRow({
        table: 'bill_rates',
        companyId,
        fields,
        opened,
        // A rate means something only with whom it is for and from when.
        together: [
          ['employee_id', 'classification_id', 'trade', 'equipment_class_id', 'project_id'],
          ['rate', 'overtime_rate', 'double_time_rate', 'from_date'],
        ],
      }),
    done: t('toast.rateSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteRate(companyId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: (id: string) => deleteRow('bill_rates', companyId, id),
    done: t('toast.rateDeleted'),
    stale: STALE,
    failureText: 'billing:error.deleteRate',
  });
}

export type TermsFields = Partial<
  Pick<
    BillingTerms,
    | `${Kind}_markup`
    | 'project_id'
    | 'tax_percent'
    | 'bills_time'
    | 'payment_days'
    | 'first_invoice_number'
  >
>;

export function useSaveTerms(companyId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: ({ opened, fields }: { opened: BillingTerms | null; fields: TermsFields }) =>
      saveRow({ table: 'billing_terms', companyId, fields, opened }),
    done: t('toast.termsSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteTerms(companyId: string) {
  const { t } = useTranslation('billing');
  return useWrite({
    send: (id: string) => deleteRow('billing_terms', companyId, id),
    done: t('toast.termsDeleted'),
    stale: STALE,
    failureText: 'billing:error.deleteTerms',
  });
}
