import { type ReactNode, Suspense } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { late } from '@/components/shared/late';
import type { CustomTable, CustomValues } from '@/entities/custom-field/custom-field';
import { type StoredField, useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { answerOf, LIST_PARAMS, MISSING } from '@/entities/custom-field/list-params';
import { useCustomText } from '@/entities/custom-field/use-custom-text';
import { useOwnName } from '@/lib/own-name';
import { useAddressParams } from '@/lib/use-address-params';
import { withTexts } from '@/lib/with-texts';

const CustomListTools = late(
  async () =>
    (await withTexts(import('@/entities/custom-field/custom-list-tools'), 'custom-fields')).default,
);

/** Always the same: columns are drawn anew where they are others. */
const NO_COLUMNS: never[] = [];

export interface CustomList<Row> {
  /** One for each field that was chosen as a column. */
  columns: Column<Row>[];
  matches: (row: Row) => boolean;
  /** As `list_time_entries` takes it: null of a field means without an answer. */
  filter: CustomValues | null;
  /** The button behind which columns and filter are chosen; nothing without fields. */
  tools: ReactNode;
}

const sortValue = (field: StoredField, text: string, value: unknown): string | number | null =>
  field.kind === 'number' || field.kind === 'date'
    ? ((value as string | number | undefined) ?? null)
    : text || null;

/** What a list shows of the company's own fields. */
export function useCustomList<Row>(
  table: CustomTable,
  valuesOf: (row: Row) => CustomValues | undefined,
): CustomList<Row> {
  const fields = useCustomFields(table);
  const ownName = useOwnName();
  const textOf = useCustomText();
  const [params] = useAddressParams();
  const chosen = params.get(LIST_PARAMS.columns)?.split(',') ?? [];
  const field = fields.find(({ id }) => id === params.get(LIST_PARAMS.field));
  const answer = field ? answerOf(field, params) : MISSING;
  const wanted = answer === MISSING ? null : answer;
  const shown = fields.filter(({ id }) => chosen.includes(id));
  return {
    columns:
      shown.length === 0
        ? NO_COLUMNS
        : shown.map((one) => {
            const text = (row: Row): string => textOf(one, valuesOf(row)?.[one.id]);
            return {
              id: one.id,
              header: ownName(one),
              align: one.kind === 'number' ? ('end' as const) : ('start' as const),
              sortBy: (row) => sortValue(one, text(row), valuesOf(row)?.[one.id]),
              cell: (row) => text(row) || '–',
            };
          }),
    matches: (row) => !field || (valuesOf(row)?.[field.id] ?? null) === wanted,
    filter: field ? { [field.id]: wanted } : null,
    tools: fields.length > 0 && (
      <Suspense>
        <CustomListTools fields={fields} />
      </Suspense>
    ),
  };
}
