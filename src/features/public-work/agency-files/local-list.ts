import { parseDelimited } from '@/lib/delimited-text';
import { csvText } from '@/lib/files/csv';
import { decodeText } from '@/lib/files/read-text';
import { loadCode } from '@/lib/load-code';

/** Cells of a CSV or Excel file with all their digits, for this page only; null when it is neither. */
export async function readListFile(file: File): Promise<string[][] | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  if (text !== null) return parseDelimited(text).map(({ cells }) => cells);
  const { readWorkbook } = await loadCode(() => import('@/lib/files/read-workbook'));
  try {
    return readWorkbook(bytes);
  } catch {
    return null;
  }
}

const HEADINGS = [
  'Name',
  'Employee number',
  'SSN',
  'Street',
  'Street 2',
  'City',
  'State',
  'ZIP',
  'Exemptions',
  'Date of birth',
  'Phone',
  'Gender',
  'Ethnicity',
  'Veteran',
];

/** A list to fill in, with the names that are in the report. */
export const emptyWorkerList = (people: readonly { name: string; number: string }[]): string =>
  csvText([
    HEADINGS,
    ...people.map(({ name, number }) => [name, number, ...HEADINGS.slice(2).map(() => '')]),
  ]);
