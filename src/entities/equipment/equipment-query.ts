import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type MachineStatus = 'available' | 'down' | 'retired';

export type MachineOption = Narrowed<
  Pick<Row<'equipment'>, 'id' | 'name' | 'number' | 'status' | 'meter_unit'>,
  { status: MachineStatus }
>;

/** Every machine, small: for pickers and for names in lists. */
export function machineOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.equipment, 'options', companyId],
    queryFn: async ({ signal }): Promise<MachineOption[]> =>
      allRows(() =>
        supabase()
          .from('equipment')
          .select('id, name, number, status, meter_unit')
          .eq('company_id', companyId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ) as Promise<MachineOption[]>,
    staleTime: 5 * 60_000,
  });
}

export function useMachineOptions() {
  const companyId = useViewer().company?.id ?? '';
  return useQuery({ ...machineOptionsQuery(companyId), enabled: companyId !== '' });
}

/** "EX-04 Excavator", as on the machine's label. */
export const machineName = ({ name, number }: Pick<MachineOption, 'name' | 'number'>): string =>
  number ? `${number} ${name}` : name;
