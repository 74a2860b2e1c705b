import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';

type StoredBreakType = Narrowed<
  Pick<Row<'break_types'>, 'name' | 'name_es' | 'kind' | 'paid' | 'usual_minutes' | 'active'>,
  { kind: 'meal' | 'rest' }
>;

/** A break as the company calls it. Pay rules know its kind and whether it is paid, nothing else. */
export interface BreakType {
  key: BreakKey;
  kind: 'meal' | 'rest';
  paid: boolean;
  /** The company's name, or the usual one. */
  label: string;
  /** How long one usually is. */
  minutes: number | null;
  /** Offered for new breaks. */
  offered: boolean;
}

/** In the order they are offered. */
export const BREAK_KINDS = {
  mealUnpaid: { kind: 'meal', paid: false },
  restPaid: { kind: 'rest', paid: true },
  mealPaid: { kind: 'meal', paid: true },
  restUnpaid: { kind: 'rest', paid: false },
} as const;
export type BreakKey = keyof typeof BREAK_KINDS;
const BREAK_KEYS = Object.keys(BREAK_KINDS) as BreakKey[];

export const breakTypesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.breakTypes, companyId],
    queryFn: async ({ signal }): Promise<StoredBreakType[]> =>
      unwrap(
        await supabase()
          .from('break_types')
          .select('name, name_es, kind, paid, usual_minutes, active')
          .eq('company_id', companyId)
          .abortSignal(signal),
      ) as StoredBreakType[],
    staleTime: 10 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** All four, each with its name. Until the list is known, or without one, the usual ones. */
export function useBreakTypes(): BreakType[] {
  const { t, language } = useTranslation('common');
  const companyId = useViewer().company?.id ?? '';
  const { data = [] } = useQuery({ ...breakTypesQuery(companyId), enabled: companyId !== '' });
  const none = !data.some(({ active }) => active);
  return BREAK_KEYS.map((key) => {
    const { kind, paid } = BREAK_KINDS[key];
    const own = data.find((type) => type.kind === kind && type.paid === paid);
    const name = (language === 'es' && own?.name_es) || own?.name;
    const words = t(paid ? 'break.paid' : 'break.unpaid', { name });
    return {
      key,
      kind,
      paid,
      label: name ? words : t(`break.${key}`),
      minutes: own?.usual_minutes ?? null,
      offered: none || own?.active === true,
    };
  });
}
