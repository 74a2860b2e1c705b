import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type CustomField,
  type CustomTable,
  type CustomValues,
  customOf,
} from '@/entities/custom-field/custom-field';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type StoredField = Narrowed<
  Row<'custom_fields'>,
  Omit<CustomField, 'id' | 'name' | 'name_es' | 'required'> & { on_table: CustomTable }
>;

const NO_FIELDS: readonly StoredField[] = [];

/** All fields of the company in their order, archived ones too: their values are still shown. */
export const customFieldsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.customFields, companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('custom_fields')
          .select('*')
          .eq('company_id', companyId)
          .order('position')
          .order('id')
          .abortSignal(signal),
      )) as unknown as StoredField[],
    staleTime: 5 * 60_000,
  });

/** Whether the company has fields on a table; nothing is loaded for those that have none. */
export const useHasCustomFields = (table: CustomTable): boolean =>
  useViewer().custom_fields?.includes(table) === true;

/** The fields of a table that are in use. */
export function useCustomFields(table: CustomTable): readonly StoredField[] {
  const enabled = useHasCustomFields(table);
  const { data } = useQuery({ ...customFieldsQuery(useViewer().company?.id ?? ''), enabled });
  return enabled && data
    ? data.filter((field) => field.on_table === table && !field.archived_at)
    : NO_FIELDS;
}

/** The values of machines by id; their overview comes without. */
export function useMachineValues(): ReadonlyMap<string, CustomValues> | undefined {
  const companyId = useViewer().company?.id ?? '';
  return useQuery({
    queryKey: [queryKeys.equipment, 'custom', companyId],
    enabled: useHasCustomFields('equipment'),
    queryFn: async ({ signal }) => {
      const rows = await allRows(() =>
        supabase()
          .from('equipment')
          .select('id, custom')
          .eq('company_id', companyId)
          .order('id')
          .abortSignal(signal),
      );
      return new Map(rows.map((row) => [row.id, customOf(row)]));
    },
  }).data;
}
