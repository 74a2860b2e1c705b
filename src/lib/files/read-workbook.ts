import { strFromU8, unzipSync } from 'fflate';

const MAX_ROWS = 100_000;
/** More than any list of ours has, and than a tab can hold. */
const MAX_COLUMNS = 1_000;
const MAX_CELLS = 5_000_000;
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
/** Formats of ECMA-376 18.8.30 that are dates or times, and what own formats of them contain. */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Cells of the first sheet of an .xlsx file, dates and times written as `2026-11-02 07:00:00`. */
export function readWorkbook(bytes: Uint8Array): string[][] {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml$/.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > MAX_UNPACKED_BYTES) throw new Error('the workbook is too large');
      return true;
    },
  });
  const xml = (name: string): Document | null => {
    const file = files[name];
    return file ? new DOMParser().parseFromString(strFromU8(file), 'application/xml') : null;
  };
  const sheetName = Object.keys(files)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))[0];
  const sheet = sheetName ? xml(sheetName) : null;
  if (!sheet) throw new Error('no sheet');
  const strings = all(xml('xl/sharedStrings.xml'), 'si').map(textOf);
  const dates = dateStyles(xml('xl/styles.xml'));
  const from1904 = all(xml('xl/workbook.xml'), 'workbookPr')[0]?.getAttribute('date1904') === '1';
  let count = 0;
  return all(sheet, 'row')
    .slice(0, MAX_ROWS)
    .map((row) => {
      const cells: string[] = [];
      for (const cell of all(row, 'c')) {
        const index = columnIndex(cell.getAttribute('r') ?? '') ?? cells.length;
        if (index >= MAX_COLUMNS) throw new Error('the workbook has too many columns');
        while (cells.length < index) cells.push('');
        cells[index] = cellText(cell, strings, dates, from1904);
      }
      count += cells.length;
      if (count > MAX_CELLS) throw new Error('the workbook has too many cells');
      return cells;
    })
    .filter((cells) => cells.some((text) => text !== ''));
}

const all = (node: Document | Element | null, name: string): Element[] =>
  node ? [...node.getElementsByTagNameNS('*', name)] : [];

/** Runs of rich text in one; readings of Asian letters left out. */
const textOf = (node: Element): string =>
  all(node, 't')
    .filter((part) => part.parentElement?.localName !== 'rPh')
    .map((part) => part.textContent ?? '')
    .join('');

function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]+/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function dateStyles(styles: Document | null): Set<number> {
  const own = new Set(
    all(styles, 'numFmt')
      .filter((format) =>
        /[ymdhs]/i.test(
          (format.getAttribute('formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]/g, ''),
        ),
      )
      .map((format) => Number(format.getAttribute('numFmtId'))),
  );
  const found = new Set<number>();
  all(all(styles, 'cellXfs')[0] ?? null, 'xf').forEach((style, index) => {
    const id = Number(style.getAttribute('numFmtId'));
    if (DATE_IDS.has(id) || own.has(id)) found.add(index);
  });
  return found;
}

function cellText(
  cell: Element,
  strings: readonly string[],
  dates: ReadonlySet<number>,
  from1904: boolean,
): string {
  const type = cell.getAttribute('t');
  if (type === 'inlineStr') return textOf(cell).trim();
  const value = all(cell, 'v')[0]?.textContent ?? '';
  if (type === 's') return (strings[Number(value)] ?? '').trim();
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (value !== '' && type !== 'str' && type !== 'e' && dates.has(Number(cell.getAttribute('s')))) {
    return serialText(Number(value) + (from1904 ? 1462 : 0));
  }
  return value.trim();
}

/** Days since 1899-12-30 as words: a date, a time of day, or both. */
function serialText(serial: number): string {
  const moment = new Date(Math.round(serial * 86_400) * 1000 + Date.UTC(1899, 11, 30));
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
