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

export interface ReportLabels {
  title: string;
  company: string;
  footer: string;
  /** Two lines under a photo. */
  lines: (photo: Photo) => readonly [string, string];
  page: (page: number, pages: number) => string;
}

class PhotoReport {
  private readonly document = new jsPDF({ unit: 'pt', format: 'letter', compress: true });
  private readonly words: ReportLabels;

  constructor(words: ReportLabels, fonts: { regular: string; bold: string }) {
    this.words = words;
    this.document.addFileToVFS('regular.ttf', fonts.regular);
    this.document.addFont('regular.ttf', 'Report', 'normal');
    this.document.addFileToVFS('bold.ttf', fonts.bold);
    this.document.addFont('bold.ttf', 'Report', 'bold');
    this.document.setProperties({ title: words.title });
  }

  private wrap(text: string, size: number, style: 'normal' | 'bold', color = INK): string[] {
    this.document.setFont('Report', style);
    this.document.setFontSize(size);
    this.document.setTextColor(color);
    return this.document.splitTextToSize(text, WIDTH) as string[];
  }

  heading(): number {
    const title = this.wrap(this.words.title, 17, 'bold');
    this.document.text(title, PAGE.margin, PAGE.margin + 6);
    const top = PAGE.margin + 22 + (title.length - 1) * 20;
    this.document.text(this.wrap(this.words.company, 10, 'normal', MUTED), PAGE.margin, top);
    return top + 16;
  }

  /** A long caption takes its lines from the height of the picture. */
  place(photo: Photo, picture: Picture, top: number): void {
    const [caption, facts] = this.words.lines(photo);
    const lines = this.wrap(caption, 10, 'bold');
    const more = (lines.length - 1) * 11.5;
    const scale = Math.min(WIDTH / picture.width, (BOX.height - more) / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    this.document.addImage(picture.data, 'JPEG', PAGE.margin, top, width, height);
    this.document.text(lines, PAGE.margin, top + height + 14);
    const below = top + height + 27 + more;
    this.document.text(this.wrap(facts, 8.5, 'normal', MUTED), PAGE.margin, below);
  }

  newPage(): number {
    this.document.addPage();
    return PAGE.margin;
  }

  finish(): ArrayBuffer {
    const pages = this.document.getNumberOfPages();
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      const footer = `${this.words.footer} · ${this.words.page(page, pages)}`;
      const y = PAGE.height - 28;
      this.document.text(this.wrap(footer, 8, 'normal', MUTED), PAGE.margin, y);
    }
    return this.document.output('arraybuffer');
  }
}

/** Two photos to a page, with captions. */
export async function photoReportFile(
  photos: readonly Photo[],
  words: ReportLabels,
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
