import { jsPDF } from 'jspdf';
import { pdfDate } from '@/lib/files/pdf-date';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import { PdfStructure, type TagOptions, type TagType } from '@/lib/files/pdf-structure';

interface ReportColumn {
  header: string;
  /** Share of the width. */
  weight: number;
  align?: 'left' | 'right';
}

export interface ReportTable {
  columns: readonly ReportColumn[];
  rows: readonly (readonly string[])[];
}

/** Two to a row, with what is said about it below. */
export interface ReportPicture {
  /** A JPEG as a data address; null: it could not be read. */
  data: string | null;
  width: number;
  height: number;
  lines: readonly string[];
}

/** A numbered part of the report: a table, a text, pictures. */
export interface ReportSection {
  title: string;
  /** Read before the table. */
  intro?: string;
  table?: ReportTable;
  text?: string;
  pictures?: readonly ReportPicture[];
  /** Who signed a list of those present, three to a row. */
  signed?: readonly ReportSignature[];
}

export interface ReportSignature {
  label: string;
  /** Who signed and when; empty lines are signed on paper. */
  signed?: string;
  /** As drawn, in a box of 300 by 100. */
  strokes?: readonly (readonly (readonly [number, number])[])[];
}

/** Several parts on letter paper with a box of facts, lines to sign on and page numbers. */
export interface PdfReport {
  heading: string;
  number: string;
  company: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: readonly ReportSection[];
  signatures: readonly ReportSignature[];
  footer: string;
  pageLabel: (page: number, pages: number) => string;
  /** Written into the file, so that the same input gives the same bytes. */
  createdAt: string;
  /** 32 hexadecimal digits, for the same reason. */
  fileId: string;
  /** With tags for screen readers in this language; files that were recorded before have none. */
  tagged?: string;
}

const PAGE = { width: 612, height: 792, margin: 48, footer: 40 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LINE_HEIGHT = 12;
const PICTURE = { gap: 16, height: 170, line: 10 };
const ATTENDANCE_HEIGHT = 54;
const SIGNATURE_BOX = { width: 300, height: 100 };
const INK = '#231f1b';
const MUTED = '#6b655f';
const RULE = '#c9c4be';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

class ReportWriter {
  private readonly document: jsPDF;
  private readonly report: PdfReport;
  private readonly structure: PdfStructure | null;
  private y = PAGE.margin;

  constructor(report: PdfReport, fonts: PdfFonts) {
    this.report = report;
    this.document = new jsPDF({ unit: 'pt', format: 'letter', compress: true });
    this.structure = report.tagged ? new PdfStructure(this.document, report.tagged) : null;
    this.document.addFileToVFS('regular.ttf', fonts.regular);
    this.document.addFont('regular.ttf', 'Sheet', 'normal');
    this.document.addFileToVFS('bold.ttf', fonts.bold);
    this.document.addFont('bold.ttf', 'Sheet', 'bold');
    this.document.setCreationDate(pdfDate(report.createdAt));
    this.document.setFileId(report.fileId.toUpperCase());
    this.document.setProperties({
      title: `${report.heading} ${report.number}`,
      creator: report.footer,
    });
  }

  private font(size: number, style: 'normal' | 'bold' = 'normal', color = INK): void {
    this.document.setFont('Sheet', style);
    this.document.setFontSize(size);
    this.document.setTextColor(color);
  }

  /** Parts of a tag. */
  private tag(type: TagType, draw: () => void): void {
    if (this.structure) this.structure.tag(type, {}, draw);
    else draw();
  }

  /** Text with its tag. */
  private say(type: TagType, draw: () => void, options: TagOptions = {}): void {
    const { structure } = this;
    if (structure) structure.tag(type, options, () => structure.content(draw));
    else draw();
  }

  private decorate(draw: () => void): void {
    if (this.structure) this.structure.artifact(draw);
    else draw();
  }

  private rule(y: number, color = RULE, thickness = 0.5): void {
    this.decorate(() => {
      this.document.setDrawColor(color);
      this.document.setLineWidth(thickness);
      this.document.line(PAGE.margin, y, PAGE.width - PAGE.margin, y);
    });
  }

  private need(height: number): void {
    if (this.y + height <= PAGE.height - PAGE.margin - PAGE.footer) return;
    this.document.addPage();
    this.y = PAGE.margin;
  }

  private lines(text: string, width: number): string[] {
    return this.document.splitTextToSize(text, width) as string[];
  }

  private heading(): void {
    const { heading, number, company, facts } = this.report;
    this.font(14, 'bold');
    const names = this.lines(company, 300);
    this.say('P', () => this.document.text(names, PAGE.margin, this.y + 6));
    this.font(15, 'bold');
    const right = PAGE.width - PAGE.margin;
    const titles = this.lines(heading, WIDTH - 312);
    this.say('H1', () => this.document.text(titles, right, this.y + 6, { align: 'right' }));
    this.font(10.5, 'normal', MUTED);
    const below = this.y + 21 + (titles.length - 1) * 17;
    this.say('P', () => this.document.text(number, right, below, { align: 'right' }));
    this.y += 34 + Math.max((names.length - 2) * 16, (titles.length - 1) * 17, 0);
    const width = WIDTH / facts.length;
    this.font(9, 'bold');
    const values = facts.map(([, value]) => this.lines(value, width - 12));
    const extra = (Math.max(...values.map(({ length }) => length)) - 1) * LINE_HEIGHT;
    this.decorate(() => {
      this.document.setDrawColor(INK);
      this.document.setLineWidth(0.8);
      this.document.rect(PAGE.margin, this.y, WIDTH, 36 + extra);
    });
    for (const [index, [label]] of facts.entries()) {
      const left = PAGE.margin + index * width + 8;
      this.font(7.5, 'normal', MUTED);
      this.say('P', () => {
        this.document.text(label, left, this.y + 13);
        this.font(9, 'bold');
        this.document.text(values[index] ?? [], left, this.y + 27, {
          lineHeightFactor: LINE_HEIGHT / 9,
        });
      });
    }
    this.y += 58 + extra;
  }

  private tableRow(table: ReportTable, cells: readonly string[], isHead: boolean): void {
    const all = table.columns.reduce((sum, column) => sum + column.weight, 0);
    this.font(isHead ? 8 : 9, isHead ? 'bold' : 'normal', isHead ? MUTED : INK);
    const wrapped = table.columns.map(({ weight }, index) =>
      this.lines(cells[index] ?? '', (WIDTH * weight) / all - 8),
    );
    const height = Math.max(...wrapped.map((part) => part.length)) * LINE_HEIGHT + 5;
    this.need(height);
    this.font(isHead ? 8 : 9, isHead ? 'bold' : 'normal', isHead ? MUTED : INK);
    this.tag('TR', () => {
      let left = PAGE.margin;
      for (const [index, { weight, align }] of table.columns.entries()) {
        const width = (WIDTH * weight) / all;
        const isRight = align === 'right';
        const at = isRight ? left + width - 8 : left;
        const draw = () =>
          this.document.text(wrapped[index] ?? [], at, this.y, {
            align: isRight ? 'right' : 'left',
            lineHeightFactor: LINE_HEIGHT / 9,
          });
        if (isHead) this.say('TH', draw, { scope: 'Column' });
        else this.say('TD', draw);
        left += width;
      }
    });
    this.y += height;
    this.rule(this.y - LINE_HEIGHT + 2);
  }

  private picture(picture: ReportPicture, left: number, wide: number): void {
    const { data, width, height } = picture;
    const scale = Math.min(wide / width, PICTURE.height / height);
    if (data) this.document.addImage(data, 'JPEG', left, this.y, width * scale, height * scale);
    for (const [index, { text, bold }] of this.wrappedLines(picture, wide).entries()) {
      this.font(bold ? 8.5 : 6.5, bold ? 'bold' : 'normal', bold ? INK : MUTED);
      this.document.text(text, left, this.y + PICTURE.height + 12 + index * PICTURE.line);
    }
  }

  /** What is said about a picture, with a long caption on as many lines as it needs. */
  private wrappedLines({ lines }: ReportPicture, wide: number): { text: string; bold: boolean }[] {
    return lines.flatMap((line, index) => {
      this.font(index === 0 ? 8.5 : 6.5, index === 0 ? 'bold' : 'normal');
      return this.lines(line, wide).map((text) => ({ text, bold: index === 0 }));
    });
  }

  private pictures(pictures: readonly ReportPicture[]): void {
    const wide = (WIDTH - PICTURE.gap) / 2;
    for (let index = 0; index < pictures.length; index += 2) {
      const row = pictures.slice(index, index + 2);
      const height =
        PICTURE.height +
        16 +
        Math.max(...row.map((picture) => this.wrappedLines(picture, wide).length)) * PICTURE.line;
      this.need(height);
      for (const [place, picture] of row.entries()) {
        this.picture(picture, PAGE.margin + place * (wide + PICTURE.gap), wide);
      }
      this.y += height;
    }
  }

  private attendance(signatures: readonly ReportSignature[]): void {
    const width = (WIDTH - 2 * PICTURE.gap) / 3;
    for (let index = 0; index < signatures.length; index += 3) {
      const row = signatures.slice(index, index + 3);
      const names = row.map(({ label, signed }) => this.signedName(signed ?? '', label, width));
      const height =
        ATTENDANCE_HEIGHT + (Math.max(...names.map(({ length }) => length)) - 1) * PICTURE.line;
      this.need(height);
      for (const [place, one] of row.entries()) {
        const left = PAGE.margin + place * (width + PICTURE.gap);
        this.document.setDrawColor(INK);
        this.signature(one.strokes, { left, top: this.y - 4, width, height: 32 });
        this.document.setLineWidth(0.4);
        this.document.line(left, this.y + 30, left + width, this.y + 30);
        this.font(8.5, 'bold');
        this.document.text(names[place] ?? [], left, this.y + 40);
        this.font(7, 'normal', MUTED);
        this.document.text(one.label, left + width, this.y + 40, { align: 'right' });
      }
      this.y += height;
    }
  }

  /** Beside the label, on as many lines as it needs. */
  private signedName(name: string, label: string, width: number): string[] {
    this.font(7);
    const room = width - this.document.getTextWidth(label) - 8;
    this.font(8.5, 'bold');
    return this.lines(name, room);
  }

  private table(table: ReportTable): void {
    const headers = table.columns.map(({ header }) => header);
    if (headers.some((header) => header !== '')) this.tableRow(table, headers, true);
    for (const row of table.rows) this.tableRow(table, row, false);
  }

  private paragraphs(text: string): void {
    this.font(9);
    for (const line of this.lines(text, WIDTH)) {
      this.need(LINE_HEIGHT);
      this.font(9);
      this.say('P', () => this.document.text(line, PAGE.margin, this.y));
      this.y += LINE_HEIGHT;
    }
  }

  private section(section: ReportSection, position: number): void {
    const { title, intro, table, text, pictures, signed } = section;
    this.need(pictures?.length ? PICTURE.height + 60 : 60);
    this.font(10, 'bold');
    this.say('H2', () => this.document.text(`${position}  ${title}`, PAGE.margin, this.y));
    this.rule(this.y + 6, INK, 0.8);
    this.y += 20;
    if (intro) {
      this.paragraphs(intro);
      this.y += LINE_HEIGHT / 2;
    }
    if (table) this.tag('Table', () => this.table(table));
    if (text) this.paragraphs(text);
    if (pictures) this.pictures(pictures);
    if (signed) this.attendance(signed);
    this.y += 14;
  }

  private signature(strokes: ReportSignature['strokes'], box: Box): void {
    const { left, top } = box;
    const scale = Math.min(box.width / SIGNATURE_BOX.width, box.height / SIGNATURE_BOX.height);
    this.document.setLineWidth(0.9);
    for (const line of strokes ?? []) {
      for (const [index, [x, y]] of line.entries()) {
        const [fromX, fromY] = line[index - 1] ?? [x, y];
        this.document.line(
          left + fromX * scale,
          top + fromY * scale,
          left + x * scale,
          top + y * scale,
        );
      }
    }
  }

  private signatures(): void {
    const { signatures } = this.report;
    if (signatures.length === 0) return;
    this.need(84);
    this.y += 12;
    const gap = 28;
    const width = (WIDTH - gap * (signatures.length - 1)) / signatures.length;
    for (const [index, { label, signed, strokes }] of signatures.entries()) {
      const left = PAGE.margin + index * (width + gap);
      this.document.setDrawColor(INK);
      this.signature(strokes, { left, top: this.y - 12, width, height: 46 });
      this.document.setLineWidth(0.6);
      this.document.line(left, this.y + 40, left + width, this.y + 40);
      if (signed) {
        this.font(9, 'bold');
        const wide = this.document.getTextWidth(signed);
        if (wide > width) this.font((9 * width) / wide, 'bold');
        this.document.text(signed, left, this.y + 34);
      }
      this.font(8.5, 'normal', MUTED);
      this.document.text(label, left, this.y + 52);
    }
  }

  private footers(): void {
    const pages = this.document.getNumberOfPages();
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      this.font(7.5, 'normal', MUTED);
      const y = PAGE.height - PAGE.footer + 8;
      this.decorate(() => {
        this.document.text(this.report.footer, PAGE.margin, y);
        this.document.text(this.report.pageLabel(page, pages), PAGE.width - PAGE.margin, y, {
          align: 'right',
        });
      });
    }
  }

  write(): ArrayBuffer {
    this.heading();
    for (const [index, section] of this.report.sections.entries()) this.section(section, index + 1);
    this.signatures();
    this.footers();
    return this.document.output('arraybuffer');
  }
}

/** Letter size. The same input gives the same bytes. */
export function pdfReportFile(report: PdfReport, fonts: PdfFonts): ArrayBuffer {
  return new ReportWriter(report, fonts).write();
}
