import { expect, test, vi } from 'vitest';
import regularFile from '@/lib/files/fonts/Inter-Regular.ttf?inline';
import boldFile from '@/lib/files/fonts/Inter-SemiBold.ttf?inline';
import { type PdfReport, pdfReportFile } from '@/lib/files/pdf-report';

const base64 = (dataAddress: string): string => dataAddress.split(',')[1] ?? '';
const fonts = { regular: base64(regularFile), bold: base64(boldFile) };

const report = (rows: number): PdfReport => ({
  heading: 'Daily field report',
  number: 'FR-2026-0042 · version 1',
  company: 'Demo Construction Co.',
  facts: [
    ['Project', 'Harborview Medical Annex'],
    ['Date', 'Thursday, November 19, 2026'],
  ],
  sections: [
    { title: 'Weather', text: 'Not recorded.' },
    {
      title: 'Crew',
      table: {
        columns: [
          { header: 'Name', weight: 3 },
          { header: 'Hours', weight: 1, align: 'right' },
        ],
        rows: Array.from({ length: rows }, (_, index) => [`Łukasz Núñez ${index}`, '8:00']),
      },
    },
  ],
  signatures: [{ label: 'Signed', signed: 'Hank Sorensen' }, { label: 'Reviewed' }],
  footer: 'SHA-256 4be1',
  pageLabel: (page, pages) => `Page ${page} of ${pages}`,
  createdAt: '2026-11-19T21:34:00Z',
  fileId: '0123456789abcdef0123456789abcdef',
});

const text = (file: ArrayBuffer): string => new TextDecoder('latin1').decode(file);
const pages = (file: ArrayBuffer) => text(file).match(/\/Type \/Page\b(?!s)/g)?.length;

test('the same report gives the same bytes on any day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T22:00:00Z'), toFake: ['Date'] });
  const first = text(pdfReportFile(report(5), fonts));
  vi.setSystemTime(Date.parse('2027-03-01T23:59:58Z'));
  const second = text(pdfReportFile(report(5), fonts));
  vi.useRealTimers();
  expect(first === second).toBe(true);
  expect(first.slice(0, 5)).toBe('%PDF-');
});

test('a long name of a project is printed whole', () => {
  const of = (project: string): string =>
    text(
      pdfReportFile(
        { ...report(1), facts: Array.from({ length: 4 }, () => ['Project', project]) },
        fonts,
      ),
    );
  expect(of('Harborview Medical Annex, phase two') === of('Harborview Medical Annex,')).toBe(false);
});

test('a long crew goes on to as many pages as it needs', () => {
  expect(pages(pdfReportFile(report(5), fonts))).toBe(1);
  expect(pages(pdfReportFile(report(200), fonts))).toBeGreaterThan(4);
});

/** One gray pixel. */
const PIXEL =
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

test('photos are printed two to a row, one that cannot be read by its words alone', () => {
  const picture = (data: string | null, lines: string[]) => ({ data, width: 4, height: 3, lines });
  const withPhotos = (count: number): PdfReport => ({
    ...report(1),
    sections: [
      {
        title: 'Photos',
        pictures: [
          ...Array.from({ length: count }, (_, n) => picture(PIXEL, [`Footing ${n}`, '8:00', 'a'])),
          picture(null, ['The photo could not be loaded']),
        ],
      },
    ],
  });
  expect(text(pdfReportFile(withPhotos(3), fonts))).toContain('/Subtype /Image');
  expect(text(pdfReportFile(withPhotos(0), fonts))).not.toContain('/Subtype /Image');
  expect(pages(pdfReportFile(withPhotos(3), fonts))).toBe(1);
  expect(pages(pdfReportFile(withPhotos(15), fonts))).toBe(4);
});

test('a drawn signature changes the file', () => {
  const signed = (strokes: [number, number][][]): ArrayBuffer =>
    pdfReportFile(
      { ...report(1), signatures: [{ label: 'Signed', signed: 'Hank', strokes }] },
      fonts,
    );
  const line: [number, number][] = [
    [10, 20],
    [200, 60],
  ];
  expect(signed([line]).byteLength).toBeGreaterThan(signed([]).byteLength);
});
