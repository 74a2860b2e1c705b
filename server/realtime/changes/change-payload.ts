import type { Change } from './change.ts';
import { writeJsonFields } from './json-fields.ts';
import type { Access, Table } from './table.ts';

const LARGEST_RECORD_BYTES = 1024 * 1024;
const LARGEST_FIELD_WHEN_TOO_LARGE = 64;

/** `data` of a `postgres_changes` message, as JSON text, with the columns this role may read. */
export function changeData(
  table: Table,
  change: Change,
  access: Access,
  select: readonly string[] | undefined,
  oldRowVisible: boolean,
): string {
  const isKey = (name: string) => table.primaryKey.includes(name);
  const isTold = (name: string) =>
    access.columns.has(name) && (select === undefined || select.includes(name) || isKey(name));
  const tooLarge = change.current.length + (change.old?.length ?? 0) > LARGEST_RECORD_BYTES;
  const record = (fields: Map<string, string>, keyOnly: boolean) =>
    writeJsonFields(
      [...fields].filter(
        ([name, value]) =>
          isTold(name) &&
          (!keyOnly || isKey(name)) &&
          (!tooLarge || value.length <= LARGEST_FIELD_WHEN_TOO_LARGE),
      ),
    );

  const columns = table.columns
    .filter(({ name }) => isTold(name))
    .map(({ name, type }) => ({ name, type }));
  const parts: (readonly [string, string])[] = [
    ['schema', JSON.stringify(table.schema)],
    ['table', JSON.stringify(table.name)],
    ['type', JSON.stringify(change.operation)],
    ['commit_timestamp', JSON.stringify(change.committedAt)],
    ['columns', JSON.stringify(columns)],
  ];
  if (change.operation === 'DELETE') {
    const fullRow = table.tellsOldRow && !table.policiesEnabled;
    parts.push(['old_record', record(change.fields, !fullRow)]);
  } else {
    parts.push(['record', record(change.fields, false)]);
    if (change.operation === 'UPDATE') {
      parts.push(['old_record', record(change.oldFields, !(table.tellsOldRow && oldRowVisible))]);
    }
  }
  parts.push(['errors', tooLarge ? '["Error 413: Payload Too Large"]' : 'null']);
  return writeJsonFields(parts);
}
