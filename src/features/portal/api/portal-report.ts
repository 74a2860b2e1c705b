import { queryOptions } from '@tanstack/react-query';
import { type PortalReport, portalSecret } from '@/features/portal/api/portal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface ReportLine {
  /** Of a subcontractor. */
  people?: string;
  text: string;
  detail: string;
  hours?: string;
}

/** A field report as far as outsiders see it. */
export interface ShownReport extends PortalReport {
  sha256: string;
  content: {
    work?: string;
    day_weather?: {
      conditions?: string | null;
      low_f?: number | null;
      high_f?: number | null;
    };
    subcontractors?: readonly ReportLine[];
    delays?: readonly ReportLine[];
    deliveries?: readonly ReportLine[];
    visitors?: readonly ReportLine[];
    directed?: readonly ReportLine[];
  };
  trades: readonly { trade: string | null; people: number; seconds: number }[];
  equipment: readonly { name: string; working_seconds: number }[];
  quantities: readonly {
    code: string;
    name: string;
    area: string | null;
    quantity: number;
    unit: string | null;
  }[];
}

export const reportQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.portal, token, 'report', id],
    queryFn: async () =>
      unwrap(
        await supabase().rpc('portal_field_report', {
          token_param: portalSecret(token),
          id_param: id,
        }),
      ) as unknown as ShownReport,
    // Every question is recorded as a visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });
