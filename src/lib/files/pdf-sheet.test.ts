import regularFile from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?inline';
import boldFile from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?inline';
import { describe, expect, it, vi } from 'vitest';
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

async function sha256(file: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
