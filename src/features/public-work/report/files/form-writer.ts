import { jsPDF } from 'jspdf';
import {
  fitText,
  LINE_HEIGHT,
  type TextStyle,
  wrapText,
} from '@/features/public-work/report/files/fit-text';
import { pdfDate } from '@/lib/files/pdf-date';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import { PdfStructure, type TagOptions, type TagType } from '@/lib/files/pdf-structure';

/** In points from the upper left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Paper = 'letter' | 'a4';

interface DocumentInfo {
  paper: Paper;
  title: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`: of the record, so that the same record gives the same bytes. */
  createdAt: string;
  /** 32 hexadecimal digits, for the same reason. */
  fileId: string;
}

interface CellStyle extends Partial<TextStyle> {
  align?: 'left' | 'center' | 'right';
  vertical?: 'top' | 'middle' | 'bottom';
  /** Read from below, as headers of narrow columns are. */
  isUpright?: boolean;
  padding?: number;
  color?: string;
  /** What the text is called where it is printed in full because it did not fit. */
  label?: string;
}

const INK = '#000000';
const SHADE = '#ebebeb';
const WATERMARK = '#e6e6e6';
/** Landscape, in points. */
const PAPERS: Record<Paper, { width: number; height: number }> = {
  letter: { width: 792, height: 612 },
  a4: { width: 841.89, height: 595.28 },
};
export const MARGIN = { x: 34, y: 28 };
/** Height of a capital letter, of the size. */
const CAPITAL = 0.727;
const FONT = { normal: 'CHALKL+Inter-Regular', bold: 'CHALKL+Inter-SemiBold' } as const;

interface FontMetrics {
  metadata: { characterToGlyph: (code: number) => number };
}

/** Draws and tags a form on landscape paper. */
export class FormWriter {
  readonly page: { width: number; height: number };
  /** What did not fit into its box. */
  readonly inFull: { label: string; text: string }[] = [];
  private readonly document: jsPDF;
  private readonly structure: PdfStructure;
  private readonly metrics: Record<keyof typeof FONT, FontMetrics>;
  private readonly widths = { normal: new Map<string, number>(), bold: new Map<string, number>() };

  constructor({ paper, title, createdAt, fileId }: DocumentInfo, fonts: PdfFonts) {
    this.page = PAPERS[paper];
    this.document = new jsPDF({
      orientation: 'landscape',
      unit: 'pt',
      format: paper,
      compress: true,
      putOnlyUsedFonts: true,
    });
    this.metrics = {
      normal: this.addFont('normal', fonts.regular),
      bold: this.addFont('bold', fonts.bold),
    };
    this.document.setCreationDate(pdfDate(createdAt));
    this.document.setFileId(fileId.toUpperCase());
    this.document.setProperties({ title, creator: 'Chalkline' });
    this.structure = new PdfStructure(this.document, 'en-US');
  }

  private addFont(style: keyof typeof FONT, file: string): FontMetrics {
    this.document.addFileToVFS(`${style}.ttf`, file);
    this.document.addFont(`${style}.ttf`, FONT[style], 'normal');
    this.document.setFont(FONT[style], 'normal');
    return this.document.getFont() as unknown as FontMetrics;
  }

  /** Between the margins. */
  get width(): number {
    return this.page.width - 2 * MARGIN.x;
  }

  addPage(): void {
    this.document.addPage();
  }

  tag(type: TagType, options: TagOptions, draw: () => void): void {
    this.structure.tag(type, options, draw);
  }

  private setFont(size: number, bold: boolean, color = INK): void {
    this.document.setFont(FONT[bold ? 'bold' : 'normal'], 'normal');
    this.document.setFontSize(size);
    this.document.setTextColor(color);
  }

  /** Letters add up: this font is written without pairs that move together. */
  readonly unitWidth = (text: string, bold: boolean): number => {
    const widths = this.widths[bold ? 'bold' : 'normal'];
    let sum = 0;
    for (const letter of text) {
      let width = widths.get(letter);
      if (width === undefined) {
        // Leaves the font of a text that is about to be drawn as it is.
        const font = this.metrics[bold ? 'bold' : 'normal'];
        width = this.document.getStringUnitWidth(letter, { font, fontSize: 1 });
        widths.set(letter, width);
      }
      sum += width;
    }
    return sum;
  };

  /** jsPDF ends a text at the first letter that the font does not have. */
  private printable(text: string): string {
    const has = (letter: string): boolean =>
      letter.length === 1 &&
      this.metrics.normal.metadata.characterToGlyph(letter.charCodeAt(0)) > 0;
    return Array.from(text.normalize('NFC').replaceAll(/[\t\u00a0]/g, ' '), (letter) =>
      letter === '\n' || has(letter) ? letter : '?',
    ).join('');
  }

  private draw(lines: readonly string[], size: number, box: Box, style: CellStyle): void {
    const { align = 'left', vertical = 'middle', isUpright = false, padding = 1.5 } = style;
    const long = isUpright ? box.height : box.width;
    const short = isUpright ? box.width : box.height;
    const lineHeight = size * LINE_HEIGHT;
    const free = short - 2 * padding - lines.length * lineHeight;
    const before = { top: 0, middle: free / 2, bottom: free }[vertical];
    const first = padding + before + (lineHeight + size * CAPITAL) / 2;
    const anchor = { left: padding, center: long / 2, right: long - padding }[align];
    this.setFont(size, style.bold ?? false, style.color ?? INK);
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const across = first + index * lineHeight;
      const width = this.unitWidth(line, style.bold ?? false) * size;
      const start = anchor - { left: 0, center: width / 2, right: width }[align];
      if (isUpright) {
        this.document.text(line, box.left + across, box.top + box.height - start, { angle: 90 });
      } else {
        this.document.text(line, box.left + start, box.top + across);
      }
    }
  }

  /** Text of the open tag, made smaller until it fits. */
  text(raw: string, box: Box, style: CellStyle = {}): void {
    const text = this.printable(raw).trim();
    if (text === '') return;
    const { size = 7, minSize = 4.5, bold = false, padding = 1.5 } = style;
    const [width, height] = style.isUpright ? [box.height, box.width] : [box.width, box.height];
    const room = { width: width - 2 * padding, height: height - 2 * padding };
    const fitted = fitText(text, room, { size, minSize, bold }, this.unitWidth);
    if (fitted.isCut && style.label) this.inFull.push({ label: style.label, text });
    this.structure.content(() => this.draw(fitted.lines, fitted.size, box, style));
  }

  /** Printed on every form and nothing of this one. */
  preprint(text: string, size: number, box: Box): void {
    this.structure.artifact(() => this.draw([text], size, box, { align: 'center' }));
  }

  /** How high a paragraph of one size is. */
  heightOf(text: string, width: number, size: number, bold = false): number {
    return this.linesOf(text, width, size, bold).length * size * LINE_HEIGHT;
  }

  linesOf(text: string, width: number, size: number, bold = false): string[] {
    return wrapText(this.printable(text), width / size, (part) => this.unitWidth(part, bold));
  }

  /** Frames of boxes, drawn once each: a rule is nothing to read. */
  frame(boxes: readonly Box[], thickness = 0.5): void {
    this.structure.artifact(() => {
      this.document.setDrawColor(INK);
      this.document.setLineWidth(thickness);
      for (const { left, top, width, height } of boxes)
        this.document.rect(left, top, width, height);
    });
  }

  line(x1: number, y1: number, x2: number, y2: number, thickness = 0.5): void {
    this.structure.artifact(() => {
      this.document.setDrawColor(INK);
      this.document.setLineWidth(thickness);
      this.document.line(x1, y1, x2, y2);
    });
  }

  shade({ left, top, width, height }: Box): void {
    this.structure.artifact(() => {
      this.document.setFillColor(SHADE);
      this.document.rect(left, top, width, height, 'F');
    });
  }

  /** A box to tick; `name` is what it is for, for whoever hears it. */
  check(isChecked: boolean, at: { left: number; top: number; size?: number }, name: string): void {
    const { left, top, size = 7 } = at;
    this.tag('Form', { checked: isChecked, alt: name }, () =>
      this.structure.content(() => {
        this.document.setDrawColor(INK);
        this.document.setLineWidth(0.6);
        this.document.rect(left, top, size, size);
        if (!isChecked) return;
        // A letter, so that whoever copies or searches the text finds it.
        const box = { left, top, width: size, height: size };
        this.draw(['X'], size + 0.5, box, { bold: true, align: 'center', padding: 0 });
      }),
    );
  }

  /** Across the page, below everything that is drawn afterwards. */
  watermark(text: string): void {
    this.structure.artifact(() => {
      const size = 120;
      this.setFont(size, true, WATERMARK);
      const width = this.unitWidth(text, true) * size;
      const turn = (25 * Math.PI) / 180;
      const x = (this.page.width - width * Math.cos(turn)) / 2;
      const y = (this.page.height + width * Math.sin(turn)) / 2 + (size * CAPITAL) / 3;
      this.document.text(text, x, y, { angle: 25 });
    });
  }

  /** At the foot of every page, once their number is known. */
  footers(left: string, pageLabel: (page: number, pages: number) => string): void {
    const pages = this.document.getNumberOfPages();
    const top = this.page.height - MARGIN.y + 4;
    const box = { left: MARGIN.x, top, width: this.width, height: 10 };
    const room = { width: this.width - 80, height: 8 };
    const style = { size: 6, minSize: 6, bold: false };
    const { lines } = fitText(this.printable(left), room, style, this.unitWidth);
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      this.structure.artifact(() => {
        this.draw(lines, 6, box, { padding: 0 });
        this.draw([pageLabel(page, pages)], 6, box, { padding: 0, align: 'right' });
      });
    }
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.document.output('arraybuffer'));
  }
}
