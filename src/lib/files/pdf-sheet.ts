import { jsPDF } from 'jspdf';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import {
  type ColumnNeed,
  columnNeeds,
  columnParts,
  columnWidths,
  GAP,
  printScale,
  SIZE,
} from '@/lib/files/pdf-columns';
import { pdfDate } from '@/lib/files/pdf-date';

/** The sheet and what is written into the file, so that the same input gives the same bytes. */
export interface PdfSheet extends PaperSheet {
  pageLabel: (page: number, pages: number) => string;
  createdAt: string;
  /** 32 hexadecimal digits. */
  fileId: string;
}

/** TrueType files as base64. */
export interface PdfFonts {
  regular: string;
  bold: string;
}

const PORTRAIT = { width: 612, height: 792, margin: 48, footer: 40 };
const LANDSCAPE = { ...PORTRAIT, width: 792, height: 612 };
const ROW_HEIGHT = 17;
/** Between the lines of one cell. */
const LINE_HEIGHT = 10;
const INK = '#231f1b';
const MUTED = '#6b655f';
const LINE = '#c9c4be';
const ROWS_PER_BREATH = 200;

const countLines = (cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map(({ length }) => length));

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function openDocument(orientation: 'portrait' | 'landscape', fonts: PdfFonts): jsPDF {
  const document = new jsPDF({
    orientation,
    unit: 'pt',
    format: 'letter',
    compress: true,
    putOnlyUsedFonts: true,
  });
  document.addFileToVFS('regular.ttf', fonts.regular);
  document.addFont('regular.ttf', 'Sheet', 'normal');
  document.addFileToVFS('bold.ttf', fonts.bold);
  document.addFont('bold.ttf', 'Sheet', 'bold');
  return document;
}

class SheetWriter {
  private document: jsPDF;
  private readonly sheet: PdfSheet;
  private readonly needs: ColumnNeed[];
  /** Places of the columns that stand side by side, and where. */
  private shown: readonly number[] = [];
  private edges: { left: number; right: number }[] = [];
  private scale = 1;
  private page: typeof PORTRAIT;
  private y = PORTRAIT.margin;

  constructor(sheet: PdfSheet, fonts: PdfFonts) {
    this.sheet = sheet;
    const orientation = sheet.orientation ?? 'portrait';
    this.page = orientation === 'landscape' ? LANDSCAPE : PORTRAIT;
    this.document = openDocument(orientation, fonts);
    this.needs = columnNeeds(sheet, (text, size, style) => {
      this.font(size, style);
      return this.document.getTextWidth(text);
    });
    if (!sheet.orientation && printScale(this.needs, this.width) < 1) {
      this.page = LANDSCAPE;
      this.document = openDocument('landscape', fonts);
    }
    this.document.setCreationDate(pdfDate(sheet.createdAt));
    this.document.setFileId(sheet.fileId.toUpperCase());
    this.document.setProperties({
      title: `${sheet.heading}: ${sheet.title}`,
      creator: sheet.footer,
    });
  }

  private get width(): number {
    return this.page.width - 2 * this.page.margin;
  }

  private show(columns: readonly number[]): void {
    const needs = columns.flatMap((column) => this.needs[column] ?? []);
    this.shown = columns;
    this.scale = printScale(needs, this.width);
    let left = this.page.margin;
    this.edges = columnWidths(needs, this.width).map((width) => {
      const right = left + width;
      const edge = { left, right: right - GAP * this.scale };
      left = right;
      return edge;
    });
  }

  private font(size: number, style: 'normal' | 'bold' = 'normal', color = INK): void {
    this.document.setFont('Sheet', style);
    this.document.setFontSize(size);
    this.document.setTextColor(color);
  }

  /** Measured with a little room: widths are sums of fractions. */
  private wrap(text: string, width: number): string[] {
    return text.split('\n').flatMap((line) => {
      if (this.document.getTextWidth(line) <= width + 0.01) return [line];
      return this.document.splitTextToSize(line, width + 0.01) as string[];
    });
  }

  private rule(y: number, color = LINE, thickness = 0.5): void {
    this.document.setDrawColor(color);
    this.document.setLineWidth(thickness);
    this.document.line(this.page.margin, y, this.page.width - this.page.margin, y);
  }

  /** The lines of each cell; words reach over the empty cells beside them. */
  private wrapped(values: readonly string[]): string[][] {
    const shown = this.shown.map((column) => values[column] ?? '');
    const isAlone = values.every((value) => !value.includes('\n'));
    return shown.map((value, index) => {
      const edge = this.edges[index];
      if (!edge || value === '') return [];
      const reaches = isAlone && this.alignOf(index) === 'left';
      const next = reaches ? shown.findIndex((other, at) => at > index && other !== '') : -1;
      const end = (next < 0 ? undefined : this.edges[next - 1]) ?? edge;
      return this.wrap(value, end.right - edge.left);
    });
  }

  private alignOf(index: number): 'left' | 'right' {
    return this.sheet.columns[this.shown[index] ?? 0]?.align ?? 'left';
  }

  /** Line by line; the last one is where the row ends. */
  private cells(wrapped: readonly (readonly string[])[], fromTheBottom = false): void {
    const count = countLines(wrapped);
    for (let line = 0; line < count; line += 1) {
      if (line > 0) this.y += LINE_HEIGHT * this.scale;
      for (const [index, lines] of wrapped.entries()) {
        const text = lines[fromTheBottom ? line - count + lines.length : line];
        const edge = this.edges[index];
        if (!edge || !text) continue;
        const align = this.alignOf(index);
        this.document.text(text, align === 'right' ? edge.right : edge.left, this.y, { align });
      }
    }
  }

  private tableHead(): void {
    this.font(SIZE.head * this.scale, 'bold', MUTED);
    this.cells(this.wrapped(this.sheet.columns.map((column) => column.header)), true);
    this.rule(this.y + 6, INK, 0.8);
    this.y += ROW_HEIGHT + 3;
  }

  /** Begins a new page unless there is room for so much more. */
  private need(height: number): void {
    if (this.y + height <= this.page.height - this.page.margin - this.page.footer) return;
    this.newPage();
    this.tableHead();
  }

  private newPage(): void {
    this.document.addPage();
    this.y = this.page.margin;
  }

  private paragraph(lines: readonly string[], y: number, lineHeight: number): number {
    for (const [index, line] of lines.entries()) {
      this.document.text(line, this.page.margin, y + index * lineHeight);
    }
    return (lines.length - 1) * lineHeight;
  }

  private heading(): void {
    const { heading, title } = this.sheet;
    this.font(8.5, 'normal', MUTED);
    const notes = this.sheet.notes.flatMap((note) => this.wrap(note, this.width / 2));
    const beside = Math.max(0, ...notes.map((note) => this.document.getTextWidth(note)));
    for (const [index, note] of notes.entries()) {
      this.document.text(note, this.page.width - this.page.margin, this.y + 4 + index * 12, {
        align: 'right',
      });
    }
    const width = this.width - beside - 2 * GAP;
    this.font(17, 'bold');
    let more = this.paragraph(this.wrap(heading, width), this.y + 6, 20);
    this.font(10.5, 'normal', MUTED);
    more += this.paragraph(this.wrap(title, width), this.y + 22 + more, 13);
    this.y += Math.max(28 + more, notes.length * 12) + 24;
  }

  private async rows(onProgress: (share: number) => void): Promise<void> {
    const { rows } = this.sheet;
    for (const [index, row] of rows.entries()) {
      const style = this.sheet.boldRows?.has(index) ? 'bold' : 'normal';
      const size = row.some((cell) => cell.includes('\n')) ? SIZE.lines : SIZE.cell;
      this.font(size * this.scale, style);
      const wrapped = this.wrapped(row);
      this.need(ROW_HEIGHT + (countLines(wrapped) - 1) * LINE_HEIGHT);
      this.font(size * this.scale, style);
      this.cells(wrapped);
      this.rule(this.y + 5);
      this.y += ROW_HEIGHT;
      if (index % ROWS_PER_BREATH === ROWS_PER_BREATH - 1) {
        onProgress(index / rows.length);
        await breathe();
      }
    }
  }

  private totals(): void {
    if (!this.sheet.totals) return;
    this.need(ROW_HEIGHT + 4);
    this.rule(this.y - ROW_HEIGHT + 5, INK, 0.8);
    this.font(SIZE.total * this.scale, 'bold');
    this.y += 2;
    this.cells(this.wrapped(this.sheet.totals));
    this.y += ROW_HEIGHT + 6;
  }

  private remarks(): void {
    this.font(8.5, 'normal', MUTED);
    for (const line of (this.sheet.remarks ?? []).flatMap((each) => this.wrap(each, this.width))) {
      this.need(14);
      this.font(8.5, 'normal', MUTED);
      this.document.text(line, this.page.margin, this.y);
      this.y += 13;
    }
  }

  private signatures(): void {
    const { signatures } = this.sheet;
    if (signatures.length === 0) return;
    this.need(70);
    const gap = 28;
    const width = (this.width - gap * (signatures.length - 1)) / signatures.length;
    this.document.setDrawColor(INK);
    this.document.setLineWidth(0.6);
    this.font(8.5, 'normal', MUTED);
    for (const [index, label] of signatures.entries()) {
      const left = this.page.margin + index * (width + gap);
      this.document.line(left, this.y + 44, left + width, this.y + 44);
      this.document.text(label, left, this.y + 56);
    }
  }

  private footers(): void {
    const pages = this.document.getNumberOfPages();
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      this.font(8, 'normal', MUTED);
      const y = this.page.height - this.page.footer + 8;
      this.document.text(this.sheet.footer, this.page.margin, y);
      this.document.text(this.sheet.pageLabel(page, pages), this.page.width - this.page.margin, y, {
        align: 'right',
      });
    }
  }

  async write(onProgress: (share: number) => void): Promise<ArrayBuffer> {
    this.heading();
    const isFigure = (column: number) => this.sheet.columns[column]?.align === 'right';
    const parts = columnParts(this.needs, isFigure, this.width);
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.newPage();
      this.show(part);
      this.tableHead();
      await this.rows((share) => onProgress((index + share) / parts.length));
      this.totals();
    }
    this.remarks();
    this.signatures();
    this.footers();
    return this.document.output('arraybuffer');
  }
}

/** Letter size. The same input gives the same bytes. */
export function pdfSheetFile(
  sheet: PdfSheet,
  fonts: PdfFonts,
  onProgress: (share: number) => void = () => undefined,
): Promise<ArrayBuffer> {
  return new SheetWriter(sheet, fonts).write(onProgress);
}
