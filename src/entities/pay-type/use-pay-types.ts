import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';

type PayType = Pick<Row<'pay_types'>, 'code' | 'name' | 'name_es' | 'active'>;

const payTypesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.payTypes, companyId],
    queryFn: async ({ signal }): Promise<PayType[]> =>
      unwrap(
        await supabase()
          .from('pay_types')
          .select('code, name, name_es, active')
          .eq('company_id', companyId)
          .abortSignal(signal),
      ),
    staleTime: 10 * 60_000,
  });

export interface PayTypes {
  /** What the company calls a code; the usual words where it has none of its own. */
  nameOf: (code: string, usual: string) => string;
  /** Of these codes, the ones for something new; `kept` stays among them. */
  offered: <Code extends string>(codes: readonly Code[], kept?: Code) => Code[];
}

export function usePayTypes(wanted = true): PayTypes {
  const { language } = useTranslation();
  const companyId = useViewer().company?.id ?? '';
  const enabled = wanted && companyId !== '';
  const { data } = useQuery({ ...payTypesQuery(companyId), enabled });
  return useMemo(() => {
    const types = new Map(data?.map((type) => [type.code, type]));
    return {
      nameOf: (code, usual) => {
        const type = types.get(code);
        return (language.startsWith('es') && type?.name_es) || type?.name || usual;
      },
      offered: (codes, kept) =>
        codes.filter((code) => code === kept || types.get(code)?.active !== false),
    };
  }, [data, language]);
}
