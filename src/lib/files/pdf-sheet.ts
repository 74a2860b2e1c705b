import { jsPDF } from 'jspdf';

interface PdfColumn {
  header: string;
  /** Share of the width. */
  weight: number;
  align?: 'left' | 'right';
}

/** One table on paper, with a heading, totals and lines to sign on. */
export interface PdfSheet {
  heading: string;
  title: string;
  /** Small lines at the right of the heading. */
  notes: readonly string[];
  columns: readonly PdfColumn[];
  /** A cell may have several lines. */
  rows: readonly (readonly string[])[];
  /** Places of rows in bold, such as the sums of a group. */
  boldRows?: ReadonlySet<number>;
  totals: readonly string[] | null;
  /** Below the table, such as what is missing. */
  remarks?: readonly string[];
  signatures: readonly string[];
  orientation?: 'portrait' | 'landscape';
  footer: string;
  pageLabel: (page: number, pages: number) => string;
  /** Written into the file, so that the same input gives the same bytes. */
  createdAt: string;
  /** 32 hexadecimal digits, for the same reason. */
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

/** `D:20261115120000+00'00'`: in UTC, or the bytes would depend on where they are written. */
const pdfDate = (instant: string): string =>
  `D:${new Date(instant).toISOString().replaceAll(/[-:T]|\..*$/g, '')}+00'00'`;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

class SheetWriter {
  private readonly document: jsPDF;
  private readonly sheet: PdfSheet;
  private readonly edges: { left: number; right: number }[];
  private readonly page: typeof PORTRAIT;
  private y = PORTRAIT.margin;

  constructor(sheet: PdfSheet, fonts: PdfFonts) {
    this.sheet = sheet;
    const orientation = sheet.orientation ?? 'portrait';
    this.page = orientation === 'landscape' ? LANDSCAPE : PORTRAIT;
    this.document = new jsPDF({
      orientation,
      unit: 'pt',
      format: 'letter',
      compress: true,
      putOnlyUsedFonts: true,
    });
    this.document.addFileToVFS('regular.ttf', fonts.regular);
    this.document.addFont('regular.ttf', 'Sheet', 'normal');
    this.document.addFileToVFS('bold.ttf', fonts.bold);
    this.document.addFont('bold.ttf', 'Sheet', 'bold');
    this.document.setCreationDate(pdfDate(sheet.createdAt));
    this.document.setFileId(sheet.fileId.toUpperCase());
    this.document.setProperties({
      title: `${sheet.heading}: ${sheet.title}`,
      creator: sheet.footer,
    });
    this.edges = this.columnEdges();
  }

  private columnEdges(): { left: number; right: number }[] {
    const { columns } = this.sheet;
    const all = columns.reduce((sum, column) => sum + column.weight, 0);
    const width = this.page.width - 2 * this.page.margin;
    let left = this.page.margin;
    return columns.map((column) => {
      const right = left + (width * column.weight) / all;
      const edge = { left, right: right - 8 };
      left = right;
      return edge;
    });
  }

  private font(size: number, style: 'normal' | 'bold' = 'normal', color = INK): void {
    this.document.setFont('Sheet', style);
    this.document.setFontSize(size);
    this.document.setTextColor(color);
  }

  private fit(text: string, width: number): string {
    if (this.document.getTextWidth(text) <= width) return text;
    let length = text.length;
    while (length > 1 && this.document.getTextWidth(`${text.slice(0, length)}…`) > width)
      length -= 1;
    return `${text.slice(0, length)}…`;
  }

  private rule(y: number, color = LINE, thickness = 0.5): void {
    this.document.setDrawColor(color);
    this.document.setLineWidth(thickness);
    this.document.line(this.page.margin, y, this.page.width - this.page.margin, y);
  }

  /** Words reach over the empty cells beside them. */
  private cells(values: readonly string[]): void {
    for (const [index, value] of values.entries()) {
      const edge = this.edges[index];
      if (!edge || value === '') continue;
      const right = this.sheet.columns[index]?.align === 'right';
      const next = right ? -1 : values.findIndex((other, place) => place > index && other !== '');
      const end = (next < 0 ? undefined : this.edges[next - 1]) ?? edge;
      const text = this.fit(value, end.right - edge.left);
      this.document.text(text, right ? edge.right : edge.left, this.y, {
        align: right ? 'right' : 'left',
      });
    }
  }

  private tableHead(): void {
    this.font(8, 'bold', MUTED);
    this.cells(this.sheet.columns.map((column) => column.header));
    this.rule(this.y + 6, INK, 0.8);
    this.y += ROW_HEIGHT + 3;
  }

  /** Begins a new page unless there is room for so much more. */
  private need(height: number): void {
    if (this.y + height <= this.page.height - this.page.margin - this.page.footer) return;
    this.document.addPage();
    this.y = this.page.margin;
    this.tableHead();
  }

  private heading(): void {
    const { heading, title, notes } = this.sheet;
    this.font(8.5, 'normal', MUTED);
    for (const [index, note] of notes.entries()) {
      this.document.text(note, this.page.width - this.page.margin, this.y + 4 + index * 12, {
        align: 'right',
      });
    }
    this.font(17, 'bold');
    this.document.text(this.fit(heading, this.page.width - 282), this.page.margin, this.y + 6);
    this.font(10.5, 'normal', MUTED);
    this.document.text(title, this.page.margin, this.y + 22);
    this.y += Math.max(28, notes.length * 12) + 24;
  }

  private async rows(onProgress: (share: number) => void): Promise<void> {
    const { rows } = this.sheet;
    for (const [index, row] of rows.entries()) {
      const lines = Math.max(1, ...row.map((cell) => cell.split('\n').length));
      this.need(ROW_HEIGHT + (lines - 1) * LINE_HEIGHT);
      const isGroup = this.sheet.boldRows?.has(index) ?? false;
      this.font(lines > 1 ? 8 : 9, isGroup ? 'bold' : 'normal');
      for (let line = 0; line < lines; line += 1) {
        if (line > 0) this.y += LINE_HEIGHT;
        this.cells(lines === 1 ? row : row.map((cell) => cell.split('\n')[line] ?? ' '));
      }
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
    this.font(9.5, 'bold');
    this.y += 2;
    this.cells(this.sheet.totals);
    this.y += ROW_HEIGHT + 6;
  }

  private remarks(): void {
    for (const remark of this.sheet.remarks ?? []) {
      this.need(14);
      this.font(8.5, 'normal', MUTED);
      this.document.text(
        this.fit(remark, this.page.width - 2 * this.page.margin),
        this.page.margin,
        this.y,
      );
      this.y += 13;
    }
  }

  private signatures(): void {
    const { signatures } = this.sheet;
    if (signatures.length === 0) return;
    this.need(70);
    const gap = 28;
    const width =
      (this.page.width - 2 * this.page.margin - gap * (signatures.length - 1)) / signatures.length;
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
    this.tableHead();
    await this.rows(onProgress);
    this.totals();
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
