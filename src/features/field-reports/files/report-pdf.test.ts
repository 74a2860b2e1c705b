import { expect, test } from 'vitest';
import type { Figures } from '@/features/field-reports/content';
import { type ReportPaper, reportPaper } from '@/features/field-reports/files/report-pdf';
import { createFormat } from '@/lib/format';

const photo = (id: string, caption: string | null) => ({
  id,
  path: `company/project/${id}.jpg`,
  sha256: 'ab'.repeat(32),
  caption,
  taken_at: '2026-03-10T12:06:00Z',
  by: 'Luis Ortega',
});
const figures: Figures = {
  people: 0,
  seconds: 0,
  crew: [],
  equipment: [],
  quantities: [],
  planned: null,
  photos: [photo('one', 'Footing'), photo('two', null), photo('three', 'Private talk')],
  incidents: [],
  injury_answers: { yes: 0, no: 0 },
  bulletins: [],
  talks: [
    {
      bulletin_id: 'talk',
      title: 'Ladders',
      title_es: 'Escaleras',
      held_by: 'Hank Sorensen',
      signatures: [
        { name: 'Luis Ortega', visitor: false, at: '2026-03-10T11:05:00Z', strokes: [[[1, 2]]] },
        { name: 'A guest', visitor: true, at: '2026-03-10T11:06:00Z', strokes: [] },
      ],
    },
  ],
};
const picture = { data: 'data:image/jpeg;base64,', width: 4, height: 3 };
const paper = {
  number: 'FR-2026-0042',
  version: 1,
  date: '2026-03-10',
  company: 'Reyes Concrete',
  project: 'Annex',
  status: 'Submitted',
  content: { left_out: ['three'], strokes: [[[1, 2]]] },
  figures,
  pictures: new Map([['one', picture]]),
  signedName: 'Hank Sorensen',
  signedAt: '2026-03-10T21:00:00Z',
  reviewed: null,
  sha256: 'cd'.repeat(32),
  reportId: '00000000-0000-7000-8000-000000000001',
  updatedAt: '2026-03-10T21:00:00Z',
} satisfies ReportPaper;

const format = createFormat({
  language: 'en',
  timeZone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
});
const printed = reportPaper(paper, (key) => key, format);

test('photos are printed with caption, who, when and the whole hash; those left out are not', () => {
  const section = printed.sections.find(({ title }) => title === 'part.photos (2)');
  expect(section?.pictures).toEqual([
    {
      ...picture,
      lines: [
        'Footing',
        'Luis Ortega · Mar 10, 8:06 AM',
        `SHA-256 ${'ab'.repeat(16)}`,
        'ab'.repeat(16),
      ],
    },
    expect.objectContaining({
      data: null,
      lines: expect.arrayContaining(['photos.unreadable']),
    }),
  ]);
});

test('who was at a talk is printed with the signature', () => {
  const section = printed.sections.find(({ signed }) => signed);
  expect(section?.signed).toEqual([
    { signed: 'Luis Ortega', label: '7:05 AM', strokes: [[[1, 2]]] },
    { signed: 'A guest', label: 'talks.visitor · 7:06 AM', strokes: [] },
  ]);
});

test('the drawn signature stands over the name', () => {
  expect(printed.signatures[0]).toMatchObject({ strokes: [[[1, 2]]] });
});
