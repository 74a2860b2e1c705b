import { useQuery } from '@tanstack/react-query';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { customFieldsQuery } from '@/entities/custom-field/custom-fields-query';
import { useCustomText } from '@/entities/custom-field/use-custom-text';
import type { Conflict } from '@/entities/edit/conflict';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useOwnName } from '@/lib/own-name';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { hasText, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const PEOPLE = { table: 'employees', columns: ['first_name', 'last_name'] } as const;

/** Where the name of a row stands that a column points to. */
const REFERENCES = {
  employee_id: PEOPLE,
  foreman_id: PEOPLE,
  project_id: { table: 'projects', columns: ['name'] },
  parent_id: { table: 'projects', columns: ['name'] },
  cost_code_id: { table: 'cost_codes', columns: ['code', 'name'] },
  equipment_id: { table: 'equipment', columns: ['name'] },
  customer_id: { table: 'customers', columns: ['name'] },
  class_id: { table: 'equipment_classes', columns: ['name'] },
  equipment_class_id: { table: 'equipment_classes', columns: ['name'] },
  classification_id: { table: 'work_classifications', columns: ['code', 'name'] },
  folder_id: { table: 'folders', columns: ['name'] },
} as const;

const isReference = (field: string): field is keyof typeof REFERENCES => field in REFERENCES;

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

async function namesOf({ fields }: Conflict): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { field, based_on, saved, yours } of fields) {
    // The line of a budget goes by its cost code.
    const column = UUID.test(field)
      ? 'cost_code_id'
      : field === 'machines'
        ? 'equipment_id'
        : field;
    if (!isReference(column)) continue;
    const { table, columns } = REFERENCES[column];
    const ids = [field, based_on, saved, yours]
      .flatMap(machinesOf)
      .filter((id) => typeof id === 'string' && UUID.test(id));
    if (ids.length === 0) continue;
    const select = ['id', ...columns].join(', ');
    const rows = unwrap(
      await supabase()
        .from(table)
        .select(select)
        .in('id', ids as string[]),
    ) as unknown as Record<string, string>[];
    for (const row of rows)
      names.set(row['id'] ?? '', columns.map((column) => row[column]).join(' '));
  }
  return names;
}

/** The machines of a split, or the value itself. */
const machinesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value as Share[]).map(({ equipment_id }) => equipment_id) : [value];

interface Share {
  equipment_id: string | null;
  kind: string;
  share: number;
}

interface Pause {
  started_at: string;
  ended_at: string | null;
}

/** Values of a row as people read them: names instead of ids, times in their zone. */
export function useConflictValues(conflict: Conflict) {
  const { t } = useTranslation('conflict');
  const format = useFormat();
  const { data: names } = useQuery({
    queryKey: [queryKeys.conflicts, 'names', conflict],
    queryFn: () => namesOf(conflict),
  });
  const classOfWork = useClassificationNames();
  const fields = useQuery({
    ...customFieldsQuery(useViewer().company?.id ?? ''),
    enabled: false,
  }).data;
  const ownName = useOwnName();
  const customText = useCustomText();
  const labelOf = (field: string): string => {
    const own = fields?.find(({ id }) => id === field);
    if (own) return ownName(own);
    // Lists have names for all their columns, loaded with their screen.
    const keys = [`conflict:field.${field}`, `lists:column.${field}`];
    const key = keys.find((one) => hasText(one));
    return names?.get(field) ?? (key ? translate(key) : field.replaceAll('_', ' '));
  };
  const textOf = (value: string): string => {
    if (INSTANT.test(value)) return format.dateTime(value);
    if (DATE.test(value)) return format.date(value);
    return names?.get(value) ?? classOfWork(value) ?? value;
  };
  const textOfValue = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    const own = fields?.find(({ id }) => id === field);
    if (own) return customText(own, value);
    const known = `conflict:value.${field}.${String(value)}`;
    if (hasText(known)) return translate(known);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number')
      return field === 'radius_m' ? format.distance(value) : format.number(value);
    if (typeof value === 'string') return textOf(value);
    if (field === 'breaks' && Array.isArray(value)) {
      const spans = (value as Pause[]).map(
        ({ started_at, ended_at }) =>
          `${format.time(started_at)} – ${ended_at ? format.time(ended_at) : ''}`,
      );
      return spans.length > 0 ? format.list(spans) : '–';
    }
    if (field === 'machines' && Array.isArray(value)) {
      return format.list(
        (value as Share[]).map(
          ({ equipment_id, kind, share }) =>
            `${textOfValue('equipment_id', equipment_id)} ${t(`machine.${kind as 'working'}`)} ${format.number(share, 2)} %`,
        ),
      );
    }
    if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return value.length > 0 ? format.list(value.map(textOf)) : '–';
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
    return parts.map(([key, part]) => `${labelOf(key)}: ${textOfValue(key, part)}`).join(', ');
  };
  return { textOfValue, labelOf };
}
