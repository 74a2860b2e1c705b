import { addFiles, exportedFiles, type StoredFile } from '@/features/imports/api/export-files';
import { unwrap } from '@/lib/errors';
import { type CsvValue, csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { textPieces, zipFile } from '@/lib/files/zip-file';
import { supabase } from '@/lib/supabase';

const PAGE = 1000;

interface ExportList {
  list: string;
  columns: string[];
  importable: boolean;
}

type Values = Record<string, unknown>;

export interface ExportOptions {
  /** `data.zip`, `data-2.zip` and so on: files may need more than one archive. */
  fileName: (part: number) => string;
  /** Words at the top of the README. */
  readme: string;
  /** Photos and documents too. */
  withFiles: boolean;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

export interface ExportProgress {
  /** From 0 to 1. */
  share: number;
  rows: number;
  files: number;
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

async function* pagesOf(list: string, signal: AbortSignal): AsyncGenerator<Values[]> {
  for (let after: string | null = null; ; ) {
    const page: { row_key: string; row_values: unknown }[] = unwrap(
      await supabase()
        .rpc('export_rows', {
          list_param: list,
          limit_param: PAGE,
          ...(after ? { after_param: after } : {}),
        })
        .abortSignal(signal),
    );
    yield page.map(({ row_values }) => row_values as Values);
    if (page.length < PAGE) return;
    after = page.at(-1)?.row_key ?? null;
  }
}

/** Everything of the company as ZIP files in the browser's downloads, written as it comes. */
export async function exportData(options: ExportOptions): Promise<void> {
  const { fileName, signal, withFiles, onProgress } = options;
  const lists = unwrap(
    await supabase().rpc('export_lists').abortSignal(signal),
  ) as unknown as ExportList[];
  const zip = await zipFile('chalkline-export-1');
  await zip.add({ name: 'README.txt', content: textPieces(readmeText(options.readme, lists)) });
  const stored: StoredFile[] = [];
  let rows = 0;
  async function* linesOf({ list, columns }: ExportList, share: number) {
    yield* textPieces(csvText([columns]));
    for await (const page of pagesOf(list, signal)) {
      if (withFiles) stored.push(...exportedFiles(list, page));
      yield* textPieces(
        csvText(page.map((values) => columns.map((column) => cellOf(values[column])))),
      );
      rows += page.length;
      onProgress({ share, rows, files: 0 });
    }
  }
  for (const [index, list] of lists.entries()) {
    const share = (index / lists.length) * (withFiles ? 0.2 : 1);
    await zip.add({ name: `${list.list}.csv`, content: linesOf(list, share) });
  }
  await addFiles(zip, stored, {
    signal,
    onPart: (part, content) => downloadFile(fileName(part), 'application/zip', content),
    onFile: (files) => onProgress({ share: 0.2 + (0.8 * files) / stored.length, rows, files }),
  });
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
