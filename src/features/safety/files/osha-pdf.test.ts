import { beforeAll, expect, test } from 'vitest';
import type {
  CertifiedSummary,
  Establishment,
  InjuryCase,
  LogLine,
} from '@/features/safety/api/queries';
import { logSheet } from '@/features/safety/files/log-sheet';
import { formPaper, summaryPaper } from '@/features/safety/files/osha-pdf';
import { pdfReportFile } from '@/lib/files/pdf-report';
import { pdfSheetFile } from '@/lib/files/pdf-sheet';
import { createFormat } from '@/lib/format';
import { addTexts, type TFunction, translate } from '@/lib/translation';
import texts from '@/locales/en/safety.json';
import { type PdfPage, partsOf, pdfFonts, readPdf, tableRows } from '@/testing/read-pdf';

beforeAll(() => addTexts('en', 'safety', texts));
const t: TFunction<'safety'> = (key, values = {}) => translate(`safety:${key}`, values);
const format = createFormat({
  language: 'en',
  timeZone: 'America/Denver',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
});

const place = {
  name: 'Reyes Yard',
  legal_name: 'Reyes Builders, LLC',
  street: '12 Mill St',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  naics_code: '236220',
  industry: 'Commercial building',
} as Establishment;

const printed = (pages: readonly PdfPage[]): string =>
  pages.flatMap((page) => page.printed.map(({ text }) => text)).join(' ');
const rowsOf = (pages: readonly PdfPage[]): string[][] =>
  pages
    .flatMap(({ root }) => partsOf(root, 'Table'))
    .flatMap(tableRows)
    .map((cells) => cells.map(({ text }) => text));

test('the 300A is read back: every total, the employment, who certified it, what has to be posted', async () => {
  const certified = {
    id: '0a1b2c3d-0000-7000-8000-000000000001',
    revision: 2,
    certified_name: 'Ann Lee',
    certified_title: 'President',
    certified_phone: '303-555-0100',
    certified_at: '2026-01-28T17:00:00Z',
    content: {
      year: 2025,
      establishment: place,
      deaths: 1,
      away_cases: 2,
      restricted_cases: 3,
      other_cases: 4,
      away_days: 187,
      restricted_days: 45,
      kinds: [5, 1, 0, 2, 0, 2],
      average_employees: 42,
      hours: 118_240,
    },
  } as unknown as CertifiedSummary;
  const file = pdfReportFile(summaryPaper(certified, t, format), await pdfFonts());
  const pages = await readPdf(new Uint8Array(file));
  expect(rowsOf(pages).filter((row) => row.some(Boolean))).toEqual([
    ['Deaths (G)', '1'],
    ['Cases with days away from work (H)', '2'],
    ['Cases with job transfer or restriction (I)', '3'],
    ['Other recordable cases (J)', '4'],
    ['Days away from work (K)', '187'],
    ['Days of job transfer or restriction (L)', '45'],
    ['Injury', '5'],
    ['Skin disorder', '1'],
    ['Respiratory condition', '0'],
    ['Poisoning', '2'],
    ['Hearing loss', '0'],
    ['Other illness', '2'],
    ['Average number of employees', '42'],
    ['Hours worked', '118,240'],
  ]);
  const text = printed(pages);
  for (const part of [
    'OSHA 300A',
    '2025, revision 2',
    'Reyes Builders, LLC',
    '12 Mill St, Denver, CO 80202',
    '236220',
    'Ann Lee, President, 303-555-0100, 01/28/2026',
    'Knowingly falsifying this document may result in a fine.',
    'may read the OSHA 300 log in full',
    'February 1 to April 30',
  ])
    expect(text).toContain(part);
});

test('the 300 log is read back: no name in a privacy case, nothing counted of what was struck out', async () => {
  const line = (number: number, fields: Partial<LogLine>) =>
    ({
      number,
      name: 'Ana Ruiz',
      job_title: 'Carpenter',
      happened_on: '2025-03-02',
      place: 'Level 2',
      description: 'Cut, left hand',
      illness: 1,
      outcome: 'away',
      away: 7,
      restricted: 10,
      voided: false,
      void_reason: null,
      ...fields,
    }) as LogLine;
  const lines = [
    line(1, {}),
    line(2, { name: null, illness: 6, outcome: 'other', away: 0, restricted: 0 }),
    line(3, { name: 'Ben Cole', away: 90, voided: true, void_reason: 'First aid only' }),
  ];
  const sheet = logSheet(place, 2025, lines, t, format);
  expect(sheet.rows.map((row) => row.slice(6))).toEqual([
    ['', 'X', '', '', '7', '10', '1'],
    ['', '', '', 'X', '0', '0', '6'],
    ['', '', '', '', '', '', ''],
  ]);
  expect(sheet.totals?.slice(6)).toEqual(['0', '1', '0', '1', '7', '10', '']);
  const file = await pdfSheetFile(
    {
      ...sheet,
      pageLabel: (page, pages) => `${page} / ${pages}`,
      createdAt: '2026-01-28T17:00:00Z',
      fileId: '0a1b2c3d0000700080000000000000ff',
    },
    await pdfFonts(),
  );
  const text = printed(await readPdf(new Uint8Array(file)));
  for (const part of ['Reyes Yard', 'Denver CO', 'Privacy case', 'First aid only', '03/02/2025'])
    expect(text).toContain(part);
  expect(text.match(/Ana Ruiz/g)).toHaveLength(1);
  for (const kind of ['M1 Injury: 1', 'M6 Other illness: 1']) expect(text).toContain(kind);
});

test('form 301 is read back item by item', async () => {
  const form = {
    id: '0a1b2c3d-0000-7000-8000-000000000002',
    number: 3,
    year: 2025,
    job_title: 'Carpenter',
    home_address: '7 Elm St, Denver, CO 80203',
    born_on: '1990-12-31',
    sex: 'F',
    physician: 'Dr. Kay',
    facility: 'St. Luke, 1 Main St, Denver',
    emergency_room: true,
    hospitalized: false,
    happened_on: '2025-03-02',
    began_work_time: '07:00:00',
    happened_time: null,
    doing_before: 'Cutting studs',
    what_happened: 'The saw slipped',
    injury: 'Cut, left hand',
    object: 'Circular saw',
    died_on: null,
    place: 'Level 2',
    updated_at: '2025-03-05T17:00:00Z',
  } as InjuryCase;
  const paper = { form, name: 'Ana Ruiz', hiredOn: '2020-02-29', company: 'Reyes Builders' };
  const file = pdfReportFile(
    formPaper({ ...paper, completedBy: 'Ann Lee' }, t, format),
    await pdfFonts(),
  );
  const pages = await readPdf(new Uint8Array(file));
  const items = rowsOf(pages).filter(([number]) => Number(number) > 0);
  expect(items.map(([number]) => Number(number))).toEqual(
    Array.from({ length: 18 }, (_, at) => at + 1),
  );
  expect(items.map(([, , answer]) => answer)).toEqual([
    'Ana Ruiz',
    '7 Elm St, Denver, CO 80203',
    '12/31/1990',
    '02/29/2020',
    'Female',
    'Dr. Kay',
    'St. Luke, 1 Main St, Denver',
    'Yes',
    'No',
    '2025-3',
    '03/02/2025',
    '7:00 AM',
    'Not known',
    'Cutting studs',
    'The saw slipped',
    'Cut, left hand',
    'Circular saw',
    '–',
  ]);
  expect(printed(pages)).toContain('Completed by Ann Lee, 03/05/2025');
  const own = pdfReportFile(
    formPaper({ ...paper, completedBy: null }, t, format),
    await pdfFonts(),
  );
  expect(printed(await readPdf(new Uint8Array(own)))).not.toContain('Ann Lee');
});
