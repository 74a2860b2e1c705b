import { splitRows } from '@/lib/delimited-text';
import { decodeText } from '@/lib/files/read-text';
import { cutIdentityNumbers, cutNineDigits, isIdentityHeading } from '@/lib/identity-numbers';
import { loadCode } from '@/lib/load-code';

export interface PayrollFile {
  name: string;
  grid: string[][];
  /** Cells that held a full number; only their last four digits are left. */
  cut: number;
}

const SEPARATORS = ['\t', ';', ','] as const;

/** A CSV or Excel file as cells, without full social security numbers; null when it is neither. */
export async function readPayrollFile(file: File): Promise<PayrollFile | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  const name = cutNineDigits(file.name);
  if (text !== null) return { name, ...toGrid(text) };
  const { readWorkbook } = await loadCode(() => import('@/lib/files/read-workbook'));
  try {
    return { name, ...withoutNumbers(readWorkbook(bytes)) };
  } catch {
    return null;
  }
}

/** Rows of a text. Titles stand above the headings, so the separator is that of the text, not of its first line. */
export function toGrid(text: string): { grid: string[][]; cut: number } {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\0', '\uFFFD');
  const counts = SEPARATORS.map((mark) => source.split(mark).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  return withoutNumbers(splitRows(source, separator).map(({ cells }) => cells));
}

/** Before anything else reads the cells: what is cut here can be neither shown, stored nor sent. */
function withoutNumbers(rows: readonly (readonly string[])[]): { grid: string[][]; cut: number } {
  const at = rows.findIndex((cells) => cells.some((cell) => isIdentityHeading(cell)));
  const headings = at >= 0 ? (rows[at] ?? []) : [];
  const above = cutIdentityNumbers([], rows.slice(0, Math.max(at, 0)), true);
  const below = cutIdentityNumbers(headings, rows.slice(at + 1), true);
  return {
    grid: [...above.rows, ...(at >= 0 ? [below.headings] : []), ...below.rows],
    cut: above.count + below.count,
  };
}
