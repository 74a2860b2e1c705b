import { queryOptions } from '@tanstack/react-query';
import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** In the order of a ticket's way through the office. */
export const STAGES = [
  'unsigned',
  'unpriced',
  'priced',
  'submitted',
  'rejected',
  'approved',
  'billed',
] as const;
export type Stage = (typeof STAGES)[number];

/** A ticket as the office sees it; the last revision counts. */
export interface OfficeTicket {
  ticket_id: string;
  project_id: string;
  project_name: string;
  customer: string | null;
  number: number;
  revision: number;
  work_date: IsoDate;
  description: string;
  directed_by: string;
  stage: Stage;
  signed_at: string | null;
  refused_at: string | null;
  age_days: number;
  since: IsoDate;
  total_amount: number | null;
  submitted_on: IsoDate | null;
  decided_on: IsoDate | null;
  invoice_id: string | null;
  invoice_number: number | null;
  budget_version: number | null;
}

export const officeTicketsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'tickets', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() => supabase().rpc('office_tickets').abortSignal(signal))) as OfficeTicket[],
    // Foremen and customers change them elsewhere.
    staleTime: 0,
  });

export const KINDS = ['labor', 'equipment', 'material', 'other'] as const;
export type Kind = (typeof KINDS)[number];

export interface PricedLine {
  line_id: string;
  kind: Kind;
  description: string;
  trade: string;
  hours_kind: 'regular' | 'overtime' | 'double';
  quantity: number;
  unit: string;
  rate: number | null;
  is_typed: boolean;
  markup_percent: number;
  taxable: boolean;
  amount: number | null;
  markup_amount: number | null;
  missing: 'bill_rate' | 'overtime_rate' | 'double_rate' | 'price' | null;
}

/** What `ticket_pricing` and `price_ticket` answer. Sums are without markup; no total while a rate is missing. */
export interface Pricing extends Record<Kind | `${Kind}_markup`, number> {
  ticket_id: string;
  number: number;
  revision: number;
  status: string;
  work_date: IsoDate;
  lines: PricedLine[];
  agreed: Record<Kind | 'tax_percent', number>;
  own_markups: Record<Kind, number | null>;
  own_tax_percent: number | null;
  tax_percent: number;
  tax: number;
  total: number | null;
  priced_at: string | null;
  priced_by: string | null;
  submitted_on: IsoDate | null;
  submitted_by: string | null;
  decided_on: IsoDate | null;
  decided_by: string | null;
  decision_note: string | null;
  billed_at: string | null;
  billed_by: string | null;
  invoice_number: number | null;
  budget_version: number | null;
}

export const pricingQuery = (ticketId: string) =>
  rowsQuery<Pricing>([queryKeys.billing, 'pricing', ticketId], () =>
    supabase().rpc('ticket_pricing', { id_param: ticketId }),
  );

export type BillRate = Row<'bill_rates'>;

/** Newest first within each. */
export const billRatesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'rates', companyId],
    queryFn: async ({ signal }): Promise<BillRate[]> =>
      allRows(() =>
        supabase()
          .from('bill_rates')
          .select('*')
          .eq('company_id', companyId)
          .order('from_date', { ascending: false })
          .order('id')
          .abortSignal(signal),
      ),
  });

export type BillingTerms = Row<'billing_terms'>;

/** The company's, and those of projects that agreed otherwise. */
export const billingTermsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'terms', companyId],
    queryFn: async ({ signal }): Promise<BillingTerms[]> =>
      allRows(() =>
        supabase()
          .from('billing_terms')
          .select('*')
          .eq('company_id', companyId)
          .order('id')
          .abortSignal(signal),
      ),
  });

interface TimeToBill {
  description: string;
  hours: number;
  rate: number;
  amount: number;
  markup_amount: number;
}

export interface BillableWork {
  bills_time: boolean;
  tickets: {
    ticket_id: string;
    number: number;
    revision: number;
    work_date: IsoDate;
    description: string;
    total: number;
  }[];
  time: TimeToBill[];
  missing: {
    employee_id: string;
    name: string;
    hours_kind: PricedLine['hours_kind'];
    first_date: IsoDate;
    minutes: number;
  }[];
  unapproved_minutes: number;
}

export const billableWorkQuery = (projectId: string, { start, end }: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'billable', projectId, start, end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('billable_work', {
            project_id_param: projectId,
            start_date_param: start,
            end_date_param: end,
          })
          .abortSignal(signal),
      ) as unknown as BillableWork,
    staleTime: 0,
  });

export type InvoiceLine = Row<'invoice_lines'> & { kind: Kind | 'markup' | 'tax' };

interface InvoicedTicket {
  id: string;
  number: number;
  revision: number;
  work_date: IsoDate;
  description: string;
  reference: string | null;
  signed_name: string | null;
  approved_on: IsoDate;
  total: number;
}

/** From whom to whom, as it was when the invoice was made. */
interface InvoiceContent {
  company: { name: string; address: string | null; contact: string | null; email: string | null };
  customer: {
    name: string | null;
    contact: string | null;
    email: string | null;
    address: string | null;
    number: string | null;
  };
  project: { name: string; number: string | null; address: string | null };
  tickets: InvoicedTicket[];
}

export type Invoice = Omit<Row<'invoice_drafts'>, 'content' | 'status'> & {
  content: InvoiceContent;
  status: 'draft' | 'sent' | 'void';
};

export const invoicesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'invoices', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('invoice_drafts')
          .select('*')
          .eq('company_id', companyId)
          .order('number', { ascending: false })
          .abortSignal(signal),
      )) as unknown as Invoice[],
  });

export const invoiceLinesQuery = (companyId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'invoice-lines', companyId, invoiceId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('invoice_lines')
          .select('*')
          .eq('company_id', companyId)
          .eq('invoice_id', invoiceId)
          .order('position')
          .abortSignal(signal),
      )) as InvoiceLine[],
    // Frozen with the invoice.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What `project_money` says of a project. */
export interface ProjectMoney {
  project_id: string;
  unsigned: number;
  unpriced: number;
  unbilled: number;
  submitted_amount: number;
  committed_amount: number;
  billed_amount: number;
  oldest_on: IsoDate | null;
  expense_amount: number;
  open_expense_amount: number;
  /** Material, subcontractors and other cost that its budget plans. */
  other_budget_amount: number;
}

export const moneyQuery = (companyId: string, projectId: string | null) =>
  queryOptions({
    queryKey: [queryKeys.billing, 'money', companyId, projectId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('project_money', projectId === null ? {} : { project_id_param: projectId })
          .abortSignal(signal),
      ) as ProjectMoney[],
    // Foremen, customers and expenses change it elsewhere.
    staleTime: 0,
  });

/** What the customer was shown and answered: the copy of a ticket is made from it alone. */
export const ticketRecordQuery = (ticketId: string) =>
  rowsQuery<TicketRecord>([queryKeys.tickets, 'record', ticketId], () =>
    supabase().rpc('ticket_record', { id_param: ticketId }),
  );
