import { strToU8, zipSync } from 'fflate';
import { escapeXml } from '@/lib/files/escape-xml';

/** How a column's cells read; figures stay numbers, dates are dates. */
export type CellFormat = 'text' | 'date' | 'hours' | 'rate' | 'money' | 'integer';

/** A formula with the value it gives, so that programs which do not calculate show it too. */
export interface FormulaCell {
  formula: string;
  value: number | null;
}
export type SheetCell = string | number | null | FormulaCell;

interface SheetColumn {
  header: string;
  format: CellFormat;
  /** In characters. */
  width: number;
  /** Adds `=SUM()` below the column. */
  sum?: boolean;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetCell[])[];
  /** Places of rows in bold, such as the sums of a group. */
  boldRows?: ReadonlySet<number>;
  totalLabel?: string;
  /** The first row is the first of the rows. */
  withoutHeader?: boolean;
}

export interface Workbook {
  sheets: readonly Sheet[];
  title: string;
  creator: string;
  /** Written into the file, so that the same input gives the same bytes. */
  createdAt: string;
}

const NUMBER_FORMATS: Record<Exclude<CellFormat, 'text'>, string> = {
  date: 'yyyy-mm-dd',
  hours: '0.00',
  rate: '0.00##',
  money: '#,##0.00',
  integer: '0',
};
const FORMATS: readonly CellFormat[] = ['text', 'date', 'hours', 'rate', 'money', 'integer'];
const HEADER_STYLE = FORMATS.length * 2;

/** Index of a cell style: plain ones first, then the same in bold for totals. */
const styleOf = (format: CellFormat, bold = false): number =>
  FORMATS.indexOf(format) + (bold ? FORMATS.length : 0);

/** 0 → A, 26 → AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Days since 1899-12-30: how spreadsheets count dates. */
const dateSerial = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;

function cellXml(reference: string, value: SheetCell, format: CellFormat, bold: boolean): string {
  if (value === null || value === '') return '';
  if (typeof value === 'object') {
    const result = value.value === null ? '' : `<v>${value.value}</v>`;
    return `<c r="${reference}" s="${styleOf(format, bold)}"><f>${escapeXml(value.formula)}</f>${result}</c>`;
  }
  if (format === 'date') {
    return `<c r="${reference}" s="${styleOf('date', bold)}"><v>${dateSerial(String(value))}</v></c>`;
  }
  if (typeof value === 'number')
    return `<c r="${reference}" s="${styleOf(format, bold)}"><v>${value}</v></c>`;
  const text = escapeXml(value);
  return `<c r="${reference}" s="${styleOf('text', bold)}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function headerXml({ columns }: Sheet): string {
  const cells = columns.map(
    ({ header }, index) =>
      `<c r="${columnName(index)}1" s="${HEADER_STYLE}" t="inlineStr"><is><t>${escapeXml(header)}</t></is></c>`,
  );
  return `<row r="1">${cells.join('')}</row>`;
}

/** The formula and its value, so that programs which do not calculate show the total too. */
function totalsXml({ columns, rows, totalLabel }: Sheet): string {
  if (!totalLabel) return '';
  const row = rows.length + 2;
  const label = `<c r="A${row}" s="${styleOf('text', true)}" t="inlineStr"><is><t>${escapeXml(totalLabel)}</t></is></c>`;
  const sums = columns.map(({ sum, format }, index) => {
    if (!sum) return '';
    const name = columnName(index);
    const hundredths = rows.reduce(
      (all, cells) => all + Math.round(Number(cells[index] ?? 0) * 100),
      0,
    );
    const formula = rows.length > 0 ? `<f>SUM(${name}2:${name}${row - 1})</f>` : '';
    return `<c r="${name}${row}" s="${styleOf(format, true)}">${formula}<v>${hundredths / 100}</v></c>`;
  });
  return `<row r="${row}">${label}${sums.join('')}</row>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';

function sheetXml(sheet: Sheet): string {
  const widths = sheet.columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const rows = sheet.rows.map((cells, index) => {
    const number = index + (sheet.withoutHeader ? 1 : 2);
    const xml = cells.map((value, column) =>
      cellXml(
        `${columnName(column)}${number}`,
        value,
        sheet.columns[column]?.format ?? 'text',
        sheet.boldRows?.has(index) ?? false,
      ),
    );
    return `<row r="${number}">${xml.join('')}</row>`;
  });
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${sheet.withoutHeader ? '' : FROZEN}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${sheet.withoutHeader ? '' : headerXml(sheet)}${rows.join('')}${totalsXml(sheet)}</sheetData><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

function stylesXml(): string {
  const formats = Object.entries(NUMBER_FORMATS).map(
    ([, code], index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`,
  );
  const numberFormat = (format: CellFormat): number =>
    format === 'text' ? 49 : 164 + Object.keys(NUMBER_FORMATS).indexOf(format);
  const style = (format: CellFormat, font: number): string =>
    `<xf numFmtId="${numberFormat(format)}" fontId="${font}" fillId="0" borderId="${font}" xfId="0" applyNumberFormat="1"/>`;
  const styles = [0, 1].flatMap((font) => FORMATS.map((format) => style(format, font)));
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFEDEA"/></patternFill></fill></fills><borders count="2"><border/><border><top style="thin"><color auto="1"/></top></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length + 1}">${styles.join('')}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFill="1" applyFont="1"/></cellXfs></styleSheet>`;
}

/** Names of sheets: at most 31 characters, none of []:*?/\ */
const sheetName = (name: string): string =>
  escapeXml(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31));

function packageParts({ sheets, title, creator, createdAt }: Workbook): Record<string, string> {
  const overrides = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  );
  const tabs = sheets.map(
    ({ name }, index) =>
      `<sheet name="${sheetName(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${new Date(createdAt).toISOString()}</dcterms:created></cp:coreProperties>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(),
  };
  for (const [index, sheet] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet);
  }
  return parts;
}

/** An Office Open XML workbook. The same input gives the same bytes. */
export function workbookFile(workbook: Workbook): Uint8Array<ArrayBuffer> {
  const files = Object.fromEntries(
    Object.entries(packageParts(workbook)).map(([name, xml]) => [name, strToU8(xml)]),
  );
  return zipSync(files, { level: 6, mtime: '1980-01-01T12:00:00' }) as Uint8Array<ArrayBuffer>;
}
