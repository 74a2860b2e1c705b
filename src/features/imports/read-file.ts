import { loadFaultTexts } from '@/entities/import/import-rows';
import { parseDelimited, type RowProblem } from '@/lib/delimited-text';
import { decodeText } from '@/lib/files/read-text';
import { loadCode } from '@/lib/load-code';

export interface FileTable {
  name: string;
  headings: string[];
  rows: { cells: string[]; problem: RowProblem | null }[];
  /** Social security numbers that were cut to four digits here; absent: none. */
  cut?: number;
}

/** A CSV or Excel file as a table with headings; null when it is neither, or empty. */
export async function readFile(file: File): Promise<FileTable | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  let table: FileTable['rows'];
  if (text === null) {
    const { readWorkbook } = await loadCode(() => import('@/lib/files/read-workbook'));
    try {
      table = readWorkbook(bytes).map((cells) => ({ cells, problem: null }));
    } catch {
      return null;
    }
  } else {
    table = parseDelimited(text);
  }
  const [first, ...rows] = table;
  if (!first || rows.length === 0) return null;
  const { cutIdentityNumbers } = await loadCode(() => import('@/lib/identity-numbers'));
  const {
    headings,
    rows: cells,
    count,
  } = cutIdentityNumbers(
    first.cells.map((cell) => cell.trim()),
    rows.map((row) => row.cells),
    false,
  );
  if (count > 0) await loadFaultTexts();
  return {
    name: file.name,
    headings,
    rows: rows.map((row, at) => ({ ...row, cells: cells[at] ?? [] })),
    ...(count > 0 && { cut: count }),
  };
}
