import { queryOptions } from '@tanstack/react-query';
import type { Meter } from '@/entities/equipment/meter';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export interface MeterToRead extends Meter {
  id: string;
  name: string;
  /** Where it worked: what a photo of the meter belongs to. */
  projectId?: string | null;
}

/** Machines whose class wants the meter at clock-out; few companies have any. */
export const metersToReadQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.equipment, 'meters-to-read', companyId],
    queryFn: async ({ signal }): Promise<MeterToRead[]> =>
      unwrap(await supabase().rpc('meters_to_read').abortSignal(signal)).map((row) => ({
        id: row.equipment_id,
        name: [row.number, row.name].filter(Boolean).join(' '),
        meterUnit: row.meter_unit,
        reading: row.reading,
        readAt: row.read_at,
      })),
    staleTime: 10 * 60_000,
  });

/** The machines and the project of an entry that runs or has just ended. */
export const entryMachineQuery = (entryId: string) =>
  queryOptions({
    queryKey: [queryKeys.equipment, 'of-entry', entryId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('time_entries')
          .select('equipment_id, machines, project_id')
          .eq('id', entryId)
          .abortSignal(signal),
      )[0] ?? null,
  });

export interface Reading {
  id: string;
  equipmentId: string;
  reading: number;
  /** Of a photo that is sent by itself. */
  photoPath?: string | undefined;
}

/** Kept whatever it says; the database flags what cannot be. Repeated with the same id it counts once. */
export function useReadMeter() {
  return useWrite({
    send: async ({ id, equipmentId, reading, photoPath }: Reading) =>
      unwrap(
        await supabase().rpc('record_meter', {
          equipment_id_param: equipmentId,
          reading_param: reading,
          id_param: id,
          ...(photoPath ? { photo_path_param: photoPath } : {}),
        }),
      ),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
