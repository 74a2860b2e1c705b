import { queryOptions } from '@tanstack/react-query';
import {
  readSignedPayroll,
  type SignedCertifiedPayroll,
} from '@/entities/certified-payroll/certified-payroll';
import { unwrap } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** Of a phase: its name. */
interface OfPhase {
  phase?: string | null;
}

/** A signed report as the list names it. */
export interface PortalPayroll extends OfPhase {
  id: string;
  week_end: string;
  number: number;
  revision: number;
  final: boolean;
  no_work: boolean;
  signed_name: string;
  signed_title: string;
  signed_at: string;
}

export interface PersonOnSite {
  name: string;
  trade: string | null;
  since: string;
  on_break: boolean;
}

export interface VisitorOnSite {
  name: string;
  kind: 'visitor' | 'subcontractor';
  company_name: string | null;
  headcount: number;
  since: string;
}

export interface PortalDay {
  day: string;
  people: number;
  trades: readonly { trade: string | null; people: number }[];
}

export interface PortalReport extends OfPhase {
  id: string;
  number: string;
  report_date: string;
  version: number;
  signed_name: string;
  signed_at: string;
  people: number;
  seconds: number;
}

export interface PersonWithCertificates {
  name: string;
  trade: string | null;
  certificates: readonly {
    name: string;
    expires_on: string | null;
    state: 'valid' | 'soon' | 'expired';
  }[];
}

export interface PortalTicket extends OfPhase {
  id: string;
  name: string;
  work_date: string;
  description: string;
  answer: 'waiting' | 'signed' | 'refused';
  answered_by: string | null;
  answered_at: string | null;
}

export interface OpenPortal {
  state: 'open';
  company: string;
  project: string;
  label: string;
  expires_on: string;
  shows: readonly string[];
  time_zone: string;
  contract_number: string | null;
  certified_payrolls?: readonly PortalPayroll[];
  roll_call?: readonly PersonOnSite[];
  /** Only where the company shows them. */
  visitors?: readonly VisitorOnSite[];
  headcount?: readonly PortalDay[];
  field_reports?: readonly PortalReport[];
  certificates?: readonly PersonWithCertificates[];
  tickets?: readonly PortalTicket[];
}

export interface ClosedPortal {
  state: 'unknown' | 'expired' | 'revoked';
  company?: string;
}

/** It opens with a code that is mailed to the address it is for. */
export interface LockedPortal {
  state: 'code_needed';
  company: string;
  /** As far as its owner recognizes it. */
  sent_to: string;
}

/** What opens the link in this tab: a pass that a code was exchanged for, or the link itself. */
const passKey = (token: string): string => `chalkline.portal.${token}`;

export const portalQuery = (token: string) =>
  queryOptions({
    queryKey: [queryKeys.portal, token],
    queryFn: async (): Promise<OpenPortal | ClosedPortal | LockedPortal> => {
      const pass = sessionStorage.getItem(passKey(token));
      const page = await portalPage(pass ?? token);
      if (!pass || page.state !== 'unknown') return page;
      sessionStorage.removeItem(passKey(token));
      return portalPage(token);
    },
    // Every question is recorded as a visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });

async function portalPage(secret: string) {
  const page = unwrap(await supabase().rpc('portal_page', { token_param: secret }));
  return page as unknown as OpenPortal | ClosedPortal | LockedPortal;
}

export const portalSecret = (token: string): string =>
  sessionStorage.getItem(passKey(token)) ?? token;

export type CodeResult = 'sent' | 'wait' | 'too_many' | 'no_mail' | ClosedPortal['state'];

export function useSendCode(token: string, language: Language) {
  return useWrite({
    send: async () => {
      const answer = unwrap(
        await supabase().rpc('send_portal_code', { token_param: token, language_param: language }),
      );
      return (answer as unknown as { result: CodeResult }).result;
    },
    quiet: true,
  });
}

export interface CodeAnswer {
  result: 'ok' | 'wrong' | 'code_over' | ClosedPortal['state'];
  pass?: string;
  tries_left?: number;
}

/** With the right code the tab holds a pass until it is closed. */
export function useEnterCode(token: string) {
  return useWrite({
    send: async (code: string) => {
      const answer = unwrap(
        await supabase().rpc('enter_portal_code', { token_param: token, code_param: code }),
      ) as unknown as CodeAnswer;
      if (answer.pass) sessionStorage.setItem(passKey(token), answer.pass);
      return answer;
    },
    stale: [queryKeys.portal],
    quiet: true,
  });
}

/** What was signed, as far as the form prints it. */
export async function portalPayroll(token: string, id: string): Promise<SignedCertifiedPayroll> {
  const { content, sha256 } = unwrap(
    await supabase().rpc('portal_certified_payroll', {
      token_param: portalSecret(token),
      id_param: id,
    }),
  ) as unknown as { content: unknown; sha256: string };
  return readSignedPayroll(content, sha256);
}

/** The address of the page on which a ticket is signed or refused. */
export function useOpenTicket(token: string) {
  return useWrite({
    send: async (id: string) => {
      const { token: secret } = unwrap(
        await supabase().rpc('portal_ticket', { token_param: portalSecret(token), id_param: id }),
      ) as unknown as { token: string };
      return `/ticket/${secret}`;
    },
    quiet: true,
  });
}
