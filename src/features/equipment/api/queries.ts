import { queryOptions } from '@tanstack/react-query';
import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { MachineStatus } from '@/entities/equipment/equipment-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export type ServiceState = 'ok' | 'soon' | 'due' | 'overdue';

export interface Service {
  id: string;
  name: string;
  every_hours: number | null;
  every_days: number | null;
  left_hours: number | null;
  left_days: number | null;
  state: ServiceState;
}

export interface Machine {
  id: string;
  name: string;
  number: string | null;
  classId: string | null;
  className: string | null;
  ownership: 'owned' | 'rented';
  status: MachineStatus;
  meterUnit: 'hours' | 'miles' | null;
  offRentDate: IsoDate | null;
  notes: string | null;
  /** Values of custom fields, where the company has some. */
  custom?: CustomValues | undefined;
  checklist: string[];
  reading: number | null;
  readAt: string | null;
  projectId: string | null;
  projectName: string | null;
  operators: string[];
  workingSince: string | null;
  weekSeconds: number;
  services: Service[];
  serviceState: ServiceState | null;
}

/** Foremen and managers see where machines are; others see which there are. */
async function fetchMachines(
  companyId: string,
  leads: boolean,
  signal: AbortSignal,
): Promise<Machine[]> {
  if (!leads) {
    const rows = await allRows(() =>
      supabase()
        .from('equipment')
        .select('*')
        .eq('company_id', companyId)
        .neq('status', 'retired')
        .order('number')
        .order('id')
        .abortSignal(signal),
    );
    return rows.map((row) => machineOf({ ...row, equipment_id: row.id }));
  }
  const rows = await allRows(() => supabase().rpc('equipment_overview').abortSignal(signal));
  return rows.map(machineOf);
}

type OverviewRow = Pick<
  Row<'equipment'>,
  'name' | 'number' | 'class_id' | 'ownership' | 'status' | 'meter_unit' | 'off_rent_date' | 'notes'
> & { equipment_id: string } & Partial<{
    class_name: string | null;
    checklist: string[] | null;
    reading: number | null;
    read_at: string | null;
    project_id: string | null;
    project_name: string | null;
    operators: string[];
    working_since: string | null;
    week_seconds: number;
    services: unknown;
    service_state: string | null;
  }>;

const machineOf = (row: OverviewRow): Machine => ({
  id: row.equipment_id,
  name: row.name,
  number: row.number,
  classId: row.class_id,
  className: row.class_name ?? null,
  ownership: row.ownership as Machine['ownership'],
  status: row.status as MachineStatus,
  meterUnit: row.meter_unit as Machine['meterUnit'],
  offRentDate: row.off_rent_date,
  notes: row.notes,
  checklist: row.checklist ?? [],
  reading: row.reading ?? null,
  readAt: row.read_at ?? null,
  projectId: row.project_id ?? null,
  projectName: row.project_name ?? null,
  operators: row.operators ?? [],
  workingSince: row.working_since ?? null,
  weekSeconds: row.week_seconds ?? 0,
  services: (row.services ?? []) as Service[],
  serviceState: (row.service_state ?? null) as ServiceState | null,
});

export const machinesQuery = (companyId: string, leads: boolean) =>
  queryOptions({
    queryKey: [queryKeys.equipment, 'overview', companyId, leads],
    queryFn: ({ signal }) => fetchMachines(companyId, leads, signal),
  });

export type MachineClass = Row<'equipment_classes'>;

export const classesQuery = (companyId: string) =>
  rowsQuery([queryKeys.equipment, 'classes', companyId], () =>
    supabase().from('equipment_classes').select('*').eq('company_id', companyId).order('name'),
  );

export const machineHoursQuery = (equipmentId: string, start: IsoDate, end: IsoDate) =>
  rowsQuery([queryKeys.equipment, 'hours', equipmentId, start, end], () =>
    supabase().rpc('equipment_hours', {
      start_date_param: start,
      end_date_param: end,
      equipment_id_param: equipmentId,
    }),
  );

export const readingsQuery = (companyId: string, equipmentId: string) =>
  rowsQuery([queryKeys.equipment, 'readings', companyId, equipmentId], () =>
    supabase()
      .from('equipment_readings')
      .select('id, reading, read_at, flag')
      .eq('company_id', companyId)
      .eq('equipment_id', equipmentId)
      .order('read_at', { ascending: false })
      .limit(60),
  );

/** Filled forms of a machine that the viewer may read. */
export const formsOfMachineQuery = (companyId: string, equipmentId: string) =>
  queryOptions({
    queryKey: [queryKeys.equipment, 'forms', companyId, equipmentId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('form_submissions')
          .select('id')
          .eq('company_id', companyId)
          .eq('equipment_id', equipmentId)
          .order('filled_at', { ascending: false })
          .limit(50)
          .abortSignal(signal),
      ).map(({ id }) => id),
  });

export const inspectionsQuery = (companyId: string, equipmentId: string) =>
  rowsQuery([queryKeys.equipment, 'inspections', companyId, equipmentId], () =>
    supabase()
      .from('equipment_inspections')
      .select('id, inspected_at, passed, items, note, photo_path')
      .eq('company_id', companyId)
      .eq('equipment_id', equipmentId)
      .order('inspected_at', { ascending: false })
      .limit(10),
  );
