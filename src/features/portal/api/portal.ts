import { queryOptions } from '@tanstack/react-query';
import {
  readSignedPayroll,
  type SignedCertifiedPayroll,
} from '@/entities/certified-payroll/certified-payroll';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** A signed report as the list names it. */
export interface PortalPayroll {
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

export interface PortalDay {
  day: string;
  people: number;
  trades: readonly { trade: string | null; people: number }[];
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
  headcount?: readonly PortalDay[];
}

export interface ClosedPortal {
  state: 'unknown' | 'expired' | 'revoked';
  company?: string;
}

export const portalQuery = (token: string) =>
  queryOptions({
    queryKey: [queryKeys.portal, token],
    queryFn: async () =>
      unwrap(await supabase().rpc('portal_page', { token_param: token })) as unknown as
        | OpenPortal
        | ClosedPortal,
    // Every question is recorded as a visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });

/** What was signed, as far as the form prints it. */
export async function portalPayroll(token: string, id: string): Promise<SignedCertifiedPayroll> {
  const { content, sha256 } = unwrap(
    await supabase().rpc('portal_certified_payroll', { token_param: token, id_param: id }),
  ) as unknown as { content: unknown; sha256: string };
  return readSignedPayroll(content, sha256);
}
