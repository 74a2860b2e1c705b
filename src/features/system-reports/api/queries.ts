import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface Period {
  from: IsoDate;
  to: IsoDate;
}

export interface TrailFilter extends Period {
  entity: string | null;
  employeeId: string | null;
  exports: boolean;
}

export interface Change {
  id: string;
  sequence: number;
  occurred_at: string;
  actor_name: string;
  source: string;
  action: string;
  entity: string;
  person: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

const PAGE = 100;

export function auditTrailQuery(filter: TrailFilter) {
  return infiniteQueryOptions({
    queryKey: [queryKeys.audit, 'trail', filter],
    queryFn: async ({ signal, pageParam }) =>
      unwrap(
        await supabase()
          .rpc('audit_trail', {
            start_date_param: filter.from,
            end_date_param: filter.to,
            exports_param: filter.exports,
            limit_param: PAGE,
            ...(filter.entity ? { entity_param: filter.entity } : {}),
            ...(filter.employeeId ? { actor_id_param: filter.employeeId } : {}),
            ...(pageParam === null ? {} : { before_param: pageParam }),
          })
          .abortSignal(signal),
      ) as unknown as Change[],
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.sequence ?? null)),
    placeholderData: keepPreviousData,
  });
}

export function signInsQuery({ from, to }: Period) {
  return queryOptions({
    queryKey: [queryKeys.audit, 'sign-ins', from, to],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('sign_ins', { start_date_param: from, end_date_param: to })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });
}

export function locationAccessQuery({ from, to }: Period) {
  return queryOptions({
    queryKey: [queryKeys.audit, 'looks', from, to],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('location_looks', { start_date_param: from, end_date_param: to })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });
}

export async function verifyChain(companyId: string) {
  const [row] = unwrap(await supabase().rpc('verify_audit_chain', { company_id_param: companyId }));
  return row;
}
