import { jsPDF } from 'jspdf';
import { type Picture, pictureOf } from '@/entities/photo/picture';
import type { Photo } from '@/features/photos/api/queries';
import { drawMarkup } from '@/features/photos/viewer/markup';
import { loadPdfFonts } from '@/lib/files/pdf-fonts';

const PAGE = { width: 612, height: 792, margin: 48 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOX = { height: 278, caption: 44 };
const INK = '#231f1b';
const MUTED = '#6b655f';
const PIXELS = 1400;

export interface ReportWords {
  title: string;
  company: string;
  footer: string;
  /** Two lines under a photo. */
  lines: (photo: Photo) => readonly [string, string];
  page: (page: number, pages: number) => string;
}

class PhotoReport {
  private readonly document = new jsPDF({ unit: 'pt', format: 'letter', compress: true });
  private readonly words: ReportWords;

  constructor(words: ReportWords, fonts: { regular: string; bold: string }) {
    this.words = words;
    this.document.addFileToVFS('regular.ttf', fonts.regular);
    this.document.addFont('regular.ttf', 'Report', 'normal');
    this.document.addFileToVFS('bold.ttf', fonts.bold);
    this.document.addFont('bold.ttf', 'Report', 'bold');
    this.document.setProperties({ title: words.title });
  }

  private text(text: string, y: number, size: number, style: 'normal' | 'bold', color = INK): void {
    this.document.setFont('Report', style);
    this.document.setFontSize(size);
    this.document.setTextColor(color);
    const [line = ''] = this.document.splitTextToSize(text, WIDTH) as string[];
    this.document.text(line, PAGE.margin, y);
  }

  heading(): number {
    this.text(this.words.title, PAGE.margin + 6, 17, 'bold');
    this.text(this.words.company, PAGE.margin + 22, 10, 'normal', MUTED);
    return PAGE.margin + 38;
  }

  place(photo: Photo, picture: Picture, top: number): void {
    const scale = Math.min(WIDTH / picture.width, BOX.height / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    this.document.addImage(picture.data, 'JPEG', PAGE.margin, top, width, height);
    const [caption, facts] = this.words.lines(photo);
    this.text(caption, top + height + 14, 10, 'bold');
    this.text(facts, top + height + 27, 8.5, 'normal', MUTED);
  }

  newPage(): number {
    this.document.addPage();
    return PAGE.margin;
  }

  finish(): ArrayBuffer {
    const pages = this.document.getNumberOfPages();
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      this.text(
        `${this.words.footer} · ${this.words.page(page, pages)}`,
        PAGE.height - 28,
        8,
        'normal',
        MUTED,
      );
    }
    return this.document.output('arraybuffer');
  }
}

/** Two photos to a page, with captions. */
export async function photoReportFile(
  photos: readonly Photo[],
  words: ReportWords,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const report = new PhotoReport(words, await loadPdfFonts());
  let top = report.heading();
  for (const [index, photo] of photos.entries()) {
    if (index > 0 && index % 2 === 0) top = report.newPage();
    const picture = await pictureOf(photo.path, PIXELS, (context, canvas) =>
      drawMarkup(context, photo.markup ?? [], canvas),
    );
    report.place(photo, picture, top);
    top += BOX.height + BOX.caption;
    onProgress((index + 1) / photos.length);
  }
  return report.finish();
}
