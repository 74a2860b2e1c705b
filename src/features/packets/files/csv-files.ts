import type { PacketFile } from '@/entities/evidence/packet-writer';
import { type CsvValue, csvText } from '@/lib/files/csv';

type Row = Readonly<Record<string, unknown>>;

function cell(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** A list of a part as a table: `csv/time_entries-2026.csv`. */
function csvFile(name: string, rows: readonly Row[]): PacketFile {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    name: `csv/${name}.csv`,
    content: csvText([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]),
  };
}

const isList = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** Every list of a part that is not empty, for spreadsheets. */
export function csvFiles(part: Row, suffix: string): PacketFile[] {
  return Object.entries(part).flatMap(([name, rows]) =>
    isList(rows) && rows.length > 0 ? [csvFile(`${name}-${suffix}`, rows)] : [],
  );
}
