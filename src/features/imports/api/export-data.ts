import { strToU8, Zip, ZipDeflate } from 'fflate';
import { unwrap } from '@/lib/errors';
import { type CsvValue, csvText } from '@/lib/files/csv';
import { supabase } from '@/lib/supabase';

const PAGE = 1000;

interface ExportList {
  list: string;
  columns: string[];
  importable: boolean;
}

export interface ExportOptions {
  /** Words at the top of the README. */
  readme: string;
  signal: AbortSignal;
  /** Lists finished, of how many, and rows so far. */
  onProgress: (done: number, lists: number, rows: number) => void;
}

/** A cell as import_rows() reads it back: lists and settings as JSON. */
function cellOf(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Leaves in the history that the data was taken along. */
export async function recordExport(name: string): Promise<void> {
  unwrap(await supabase().rpc('record_data_export', { file_name_param: name }));
}

/** Everything of the company as a ZIP, packed page by page as it comes; only packed bytes are kept. */
export async function exportData(options: ExportOptions): Promise<Blob> {
  const packed: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk.slice());
  });
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  const lists = unwrap(
    await supabase().rpc('export_lists').abortSignal(options.signal),
  ) as unknown as ExportList[];
  add('README.txt').push(strToU8(readmeText(options.readme, lists)), true);
  let rows = 0;
  for (const [index, { list, columns }] of lists.entries()) {
    const file = add(`${list}.csv`);
    file.push(strToU8(csvText([columns])));
    for (let after: string | null = null; ; ) {
      const page: { row_key: string; row_values: unknown }[] = unwrap(
        await supabase()
          .rpc('export_rows', {
            list_param: list,
            limit_param: PAGE,
            ...(after ? { after_param: after } : {}),
          })
          .abortSignal(options.signal),
      );
      const lines = page.map(({ row_values }) => {
        const values = row_values as Record<string, unknown>;
        return columns.map((column) => cellOf(values[column]));
      });
      file.push(strToU8(csvText(lines)));
      rows += page.length;
      options.onProgress(index, lists.length, rows);
      if (page.length < PAGE) break;
      after = page.at(-1)?.row_key ?? null;
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  return new Blob(packed, { type: 'application/zip' });
}

function readmeText(readme: string, lists: readonly ExportList[]): string {
  const part = (title: string, wanted: boolean) =>
    [
      title,
      ...lists
        .filter(({ importable }) => importable === wanted)
        .map(({ list, columns }) => `${list}.csv\r\n    ${columns.join(', ')}`),
    ].join('\r\n');
  return `${readme}\r\n\r\n${part('Files that can be imported, in this order', true)}\r\n\r\n${part('Further files', false)}\r\n`;
}
