import { useQuery } from '@tanstack/react-query';
import { customOf } from '@/entities/custom-field/custom-field';
import { useMachineValues } from '@/entities/custom-field/custom-fields-query';
import { useCustomList } from '@/entities/custom-field/use-custom-list';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type Machine, machinesQuery } from '@/features/equipment/api/queries';
import { belongsTo, FILTERS, searchable } from '@/features/equipment/machine-state';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useToday } from '@/lib/use-today';

/** The machines the address asks for, and who looks at them. */
export function useMachines() {
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const leads = mayWrite || employee?.role === 'foreman';
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const live = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'equipment', filter: live, stale: [queryKeys.equipment] });
  const query = useQuery({ ...machinesQuery(companyId, leads), enabled: companyId !== '' });
  const values = useMachineValues();
  const all = (query.data ?? []).map((machine) =>
    values ? { ...machine, custom: values.get(machine.id) } : machine,
  );
  const fields = useCustomList<Machine>('equipment', customOf);
  const search = params.get('search') ?? '';
  const filter = FILTERS.find((value) => value === params.get('status')) ?? 'all';
  const words = search.toLocaleLowerCase().split(/\s+/);
  const found = all.filter(
    (machine) =>
      words.every((word) => searchable(machine).includes(word)) && fields.matches(machine),
  );
  return {
    companyId,
    employeeId: employee?.id ?? '',
    mayWrite,
    leads,
    today,
    query,
    all,
    search,
    filter,
    fields,
    found,
    shown: found.filter((machine) => belongsTo(machine, filter, today)),
    opened: all.find(({ id }) => id === params.get('machine')),
    dialog: params.get('dialog'),
    change,
  };
}

export type Machines = ReturnType<typeof useMachines>;
