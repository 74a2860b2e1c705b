import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it, vi } from 'vitest';
import regularFile from '@/lib/files/fonts/Inter-Regular.ttf?inline';
import boldFile from '@/lib/files/fonts/Inter-SemiBold.ttf?inline';
import { type PdfSheet, pdfSheetFile } from '@/lib/files/pdf-sheet';

const base64 = (dataAddress: string): string => dataAddress.split(',')[1] ?? '';
const fonts = { regular: base64(regularFile), bold: base64(boldFile) };

const sheet = (rows: number): PdfSheet => ({
  heading: 'Demo Construction Co.',
  title: 'Payroll',
  notes: ['Nov 2 – 8, 2026'],
  columns: [
    { header: 'Name', weight: 3 },
    { header: 'Earnings', weight: 1, align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, index) => [`Łukasz Núñez ${index}`, '1,531.89']),
  totals: ['Total', '9.99'],
  signatures: ['Prepared by', 'Approved by'],
  footer: 'Chalkline',
  pageLabel: (page, pages) => `Page ${page} of ${pages}`,
  createdAt: '2026-11-15T12:00:00Z',
  fileId: '0123456789abcdef0123456789abcdef',
});

const text = (file: ArrayBuffer): string => new TextDecoder('latin1').decode(file);

describe('pdfSheetFile', () => {
  it('gives the same bytes for the same input', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z'), toFake: ['Date'] });
    const first = await pdfSheetFile(sheet(5), fonts);
    vi.setSystemTime(Date.parse('2027-03-01T23:59:58Z'));
    const second = await pdfSheetFile(sheet(5), fonts);
    vi.useRealTimers();
    expect(text(first) === text(second)).toBe(true);
    // Another hash is another file for everyone who exports again: on purpose, or not at all.
    expect(await sha256(first)).toBe(
      '85d0dd9bb2dfabb9e19f3a90626160d3ab8fdecbe34851321d75dfa2aa2b2b42',
    );
    expect(text(first).slice(0, 5)).toBe('%PDF-');
  });

  it('goes on to as many pages as it needs', async () => {
    const pages = (file: ArrayBuffer) => text(file).match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(pages(await pdfSheetFile(sheet(5), fonts))).toBe(1);
    expect(pages(await pdfSheetFile(sheet(1000), fonts))).toBeGreaterThan(20);
  });
});

interface PrintedText {
  text: string;
  left: number;
  right: number;
  y: number;
}

/** What a reader of the file sees on each page, and where. */
async function printed(changes: Partial<PdfSheet>): Promise<PrintedText[][]> {
  const data = new Uint8Array(await pdfSheetFile({ ...sheet(0), ...changes }, fonts));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [left, y] = item.transform.slice(4) as [number, number];
        return { text: item.str, left, right: left + item.width, y };
      });
    }),
  );
}

const wordsOf = (texts: readonly PrintedText[]): string => texts.map(({ text }) => text).join(' ');

function overlapping(texts: readonly PrintedText[]): string[] {
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(({ y, left, right }) => y === one.y && left < one.right && one.left < right)
      .map(({ text }) => `${one.text} | ${text}`),
  );
}

const figures = (count: number, header: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    header: header(index),
    weight: 1,
    align: 'right' as const,
  }));

describe('what is wider than its column', () => {
  const project = 'Harborview Medical Annex, phase two: parking structure';
  const headers = ['Budget quantity', 'Earned hours', 'Productivity', 'Labor cost to date'];

  it('is printed whole: headers on two lines, names on several, figures on one', async () => {
    const [page = [], ...more] = await printed({
      heading: 'Reyes Concrete and Steel Erectors of the Upper Midwest, LLC',
      notes: ['Prepared by María de los Ángeles Hernández-Rodríguez'],
      columns: [{ header: 'Project', weight: 1 }, ...figures(4, (index) => headers[index] ?? '')],
      rows: [[project, '1,234,567.89', '12,345.5', '0.98', '$1,234,567.89']],
      totals: ['Total', '1,234,567.89', '12,345.5', '0.98', '$1,234,567.89'],
      remarks: [`No rate: ${Array.from({ length: 30 }, (_, n) => `Núñez ${n}`).join(', ')}`],
    });
    expect(more).toEqual([]);
    expect(wordsOf(page)).not.toContain('…');
    expect(overlapping(page)).toEqual([]);
    const inOrder = wordsOf([...page].sort((a, b) => a.left - b.left || b.y - a.y));
    for (const words of [project, ...headers, '1,234,567.89 1,234,567.89']) {
      for (const word of words.split(' ')) expect(inOrder).toContain(word);
    }
    expect(page.filter(({ text }) => text === '$1,234,567.89')).toHaveLength(2);
    expect(wordsOf(page)).toContain('Núñez 29');
  });

  it('takes the paper sideways, and the rest of the columns on further pages', async () => {
    const wide = (count: number) =>
      printed({
        columns: [{ header: 'Project', weight: 3 }, ...figures(count, (day) => `Nov ${day + 1}`)],
        rows: [[project, ...Array.from({ length: count }, (_, day) => `${day}:15`)]],
        totals: null,
      });
    expect(await wide(12)).toHaveLength(1);
    const pages = await wide(31);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(overlapping)).toEqual([]);
    for (const page of pages) expect(wordsOf(page)).toContain('Harborview');
    const all = pages.flat().map(({ text }) => text);
    for (let day = 0; day < 31; day += 1) expect(all).toContain(`${day}:15`);
  });
});

async function sha256(file: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
