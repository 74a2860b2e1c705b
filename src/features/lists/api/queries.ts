import { queryOptions } from '@tanstack/react-query';
import type { ListDefinition, ListName, ListRow } from '@/features/lists/list-definition';
import { allPages, allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const listQuery = (companyId: string, definition: ListDefinition) =>
  queryOptions({
    queryKey: [queryKeys.lists, definition.name, companyId],
    queryFn: async ({ signal }) => {
      const [rows, figures] = await Promise.all([
        fetchRows(companyId, definition, signal),
        definition.figures
          ? allRows(() =>
              supabase().rpc('cost_code_usage').order('cost_code_id').abortSignal(signal),
            )
          : [],
      ]);
      const byRow = new Map(figures.map((row) => [row.cost_code_id, row]));
      return rows.map((row): ListRow => ({ ...byRow.get(row.id), ...row }));
    },
  });

const fetchRows = (
  companyId: string,
  definition: ListDefinition,
  signal: AbortSignal,
): Promise<ListRow[]> =>
  allPages(async (from, to) => {
    // Lists differ in their columns; the grid reads them by the names of its definition.
    const table = supabase().from(definition.name as 'units');
    const ordered = [...definition.order, 'id'].reduce(
      (query, column) =>
        query.order(column as 'name', { ascending: definition.ascending !== false }),
      table.select((definition.select ?? '*') as '*').eq('company_id', companyId),
    );
    return unwrap(await ordered.range(from, to).abortSignal(signal)) as unknown as ListRow[];
  });

export interface ListCount {
  list: ListName;
  rows: number;
  archived: number;
}

export const countsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.lists, 'counts', companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('list_counts').abortSignal(signal)) as ListCount[],
  });

export interface RowEvent {
  id: string;
  occurred_at: string;
  actor_id: string | null;
  action: 'created' | 'updated' | 'deleted';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

export const rowHistoryQuery = (companyId: string, list: ListName, id: string) =>
  queryOptions({
    queryKey: [queryKeys.audit, list, id],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('audit_events')
          .select('id, occurred_at, actor_id, action, before, after, reason')
          .eq('company_id', companyId)
          .eq('entity', list)
          .eq('entity_id', id)
          .order('sequence', { ascending: false })
          .limit(200)
          .abortSignal(signal),
      ) as unknown as RowEvent[],
  });
