import { jsPDF } from 'jspdf';
import { encodeQR } from 'qr';
import type { PdfFonts } from '@/lib/files/pdf-sheet';

const PAGE = { width: 612, height: 792, margin: 54 };
const CODE_SIZE = 330;
const INK = '#231f1b';
const MUTED = '#6b655f';

/** What a poster says, in one language. */
export interface PosterTexts {
  heading: string;
  scan: string;
  text: string;
  noSignal: string;
}

export interface Poster {
  project: string;
  company: string;
  address: string;
  /** English first: both languages on one sheet. */
  words: readonly [PosterTexts, PosterTexts];
}

/** One sheet for the gate: what to do in two languages, and the code as squares, sharp at every size. */
export function posterPdf(
  { project, company, address, words }: Poster,
  fonts: PdfFonts,
): ArrayBuffer {
  const document = new jsPDF({ unit: 'pt', format: 'letter', compress: true });
  document.addFileToVFS('regular.ttf', fonts.regular);
  document.addFont('regular.ttf', 'Poster', 'normal');
  document.addFileToVFS('bold.ttf', fonts.bold);
  document.addFont('bold.ttf', 'Poster', 'bold');
  document.setProperties({ title: `${words[0].heading}: ${project}`, author: company });
  const middle = PAGE.width / 2;
  let y = PAGE.margin + 12;
  const write = (text: string, size: number, style: 'normal' | 'bold', color = INK): void => {
    document.setFont('Poster', style);
    document.setFontSize(size);
    document.setTextColor(color);
    const lines = document.splitTextToSize(text, PAGE.width - 2 * PAGE.margin) as string[];
    document.text(lines, middle, y, { align: 'center' });
    y += lines.length * size * 1.25;
  };
  write(project, 26, 'bold');
  write(company, 13, 'normal', MUTED);
  y += 10;
  for (const { heading, scan } of words) {
    write(heading, 17, 'bold');
    write(scan, 15, 'normal');
    y += 4;
  }
  const modules = encodeQR(address, 'raw', { border: 1 });
  const square = CODE_SIZE / modules.length;
  document.setFillColor(0, 0, 0);
  for (const [row, cells] of modules.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark)
        document.rect(
          middle - CODE_SIZE / 2 + column * square,
          y + row * square,
          // A hair more: readers draw no white lines between them.
          square + 0.1,
          square + 0.1,
          'F',
        );
  y += CODE_SIZE + 30;
  for (const { text, noSignal } of words) {
    write(text, 13, 'bold');
    write(noSignal, 11, 'normal', MUTED);
    y += 4;
  }
  return document.output('arraybuffer');
}
