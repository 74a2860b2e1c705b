import { queryOptions } from '@tanstack/react-query';
import type { StoredClass } from '@/entities/determination/compare-classes';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface Row {
  code: string;
  name: string;
  name_es: string | null;
  craft: string | null;
  base_rate: number;
  fringe_rate: number;
  zone_add: number;
  determination: { number: string; modification: string; effective_from: IsoDate };
}

const e4 = (amount: number): number => Math.round(amount * 10_000);

/** The classes the project has, by the number of their determination. */
export function storedClassesQuery(projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'stored-classes', projectId],
    queryFn: async ({ signal }) => {
      const rows = (await allRows(() =>
        supabase()
          .from('work_classifications')
          .select(
            'code,name,name_es,craft,base_rate,fringe_rate,zone_add,determination:wage_determinations!inner(number,modification,effective_from,project_id)',
          )
          .eq('determination.project_id', projectId)
          .order('id')
          .abortSignal(signal),
      )) as Row[];
      return Map.groupBy(rows.map(storedClass), ({ number }) => number);
    },
  });
}

const storedClass = (row: Row): StoredClass & { number: string } => ({
  number: row.determination.number,
  code: row.code,
  name: row.name,
  nameEs: row.name_es,
  craft: row.craft,
  baseE4: e4(row.base_rate),
  fringeE4: e4(row.fringe_rate),
  zoneE4: e4(row.zone_add),
  effectiveFrom: row.determination.effective_from,
  modification: row.determination.modification,
});
