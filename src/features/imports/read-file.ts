import { parseDelimited, type RowProblem } from '@/lib/delimited-text';
import { decodeText } from '@/lib/files/read-text';
import { loadCode } from '@/lib/load-code';

export interface FileTable {
  name: string;
  headings: string[];
  rows: { cells: string[]; problem: RowProblem | null }[];
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
  return first && rows.length > 0
    ? { name: file.name, headings: first.cells.map((cell) => cell.trim()), rows }
    : null;
}
