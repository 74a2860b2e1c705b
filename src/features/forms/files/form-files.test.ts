import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { FormDefinition } from '@/entities/form/form-definition';
import type { Submission } from '@/features/forms/api/queries';
import { filledCsv } from '@/features/forms/files/filled-csv';
import { formPaper } from '@/features/forms/files/form-pdf';
import { zipForms } from '@/features/forms/files/zip-forms';
import { splitRows } from '@/lib/delimited-text';
import { createFormat } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

const text = (en: string) => ({ en, es: `${en} (es)` });
const DEFINITION: FormDefinition = {
  sections: [
    { id: 'talk', title: text('Ladders'), text: text('• Three points of contact.'), questions: [] },
    {
      id: 'site',
      title: text('Here'),
      questions: [
        { id: 'wind', kind: 'number', label: text('Wind'), unit: text('mph') },
        { id: 'ready', kind: 'yes_no', label: text('Ready'), fails: ['no'] },
      ],
    },
    {
      id: 'crew',
      title: text('Everyone signs'),
      text: text('I was there.'),
      repeat: 'person',
      questions: [{ id: 'signed', kind: 'signature', label: text('Signature') }],
    },
  ],
};
const signs = (name: string) => ({
  employee_id: null,
  name,
  values: {
    signed: {
      name,
      strokes: [
        [
          [0, 0],
          [9, 9],
        ],
      ],
    },
  },
});
const submission = {
  id: '0a1b2c3d-0000-7000-8000-000000000001',
  failed: 1,
  filled_at: '2026-03-10T13:05:00Z',
  created_at: '2026-03-10T13:06:00Z',
  work_date: '2026-03-10',
  forms: { name: 'Talk', name_es: 'Charla' },
  projects: { name: 'Harbor Point' },
  employees: { first_name: 'Ana', last_name: 'Ruiz' },
  crews: null,
  equipment: { name: 'Loader', number: '7' },
  form_versions: { number: 2, definition: DEFINITION },
  answers: {
    values: { wind: 12.345, ready: 'no' },
    people: { crew: [signs('Ana Ruiz'), signs('Ben Cole')] },
  },
  photos: [],
} as unknown as Submission;
const t = ((key: string) => key) as unknown as TFunction<'forms'>;
const format = createFormat({
  language: 'en',
  timeZone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
});
const labelOf = (_: unknown, id: string) => id;

test('the archive has a paper of each form, also where two have one name', async () => {
  const twin = { ...submission, id: '0a1b2c3d-0000-7000-8000-000000000002' };
  const done: number[] = [];
  const cancel = new AbortController();
  const makePdf = async ({ id }: { id: string }) => new TextEncoder().encode(id).buffer;
  const zipping = { makePdf, signal: cancel.signal, onDone: (count: number) => done.push(count) };
  const file = await zipForms([submission, twin], zipping);
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['Talk-2026-03-10.pdf', submission.id],
    ['Talk-2026-03-10-00000002.pdf', twin.id],
  ]);
  expect(done).toEqual([1, 2]);
  cancel.abort();
  await expect(zipForms([submission], zipping)).rejects.toThrow();
});

test('the paper has what was read, figures as typed, and one sheet of signatures', () => {
  const paper = { submission, company: 'Reyes', pictures: new Map(), language: 'en' as const };
  const { sections } = formPaper(paper, t, labelOf, format);
  expect(sections.map(({ title, intro }) => [title, intro])).toEqual([
    ['Ladders', '• Three points of contact.'],
    ['Here', undefined],
    ['Everyone signs', 'I was there.'],
  ]);
  expect(sections[1]?.table?.rows).toEqual([
    ['Wind', '12.345 mph'],
    ['Ready', 'pdf.failed: no'],
  ]);
  expect(sections[2]?.table).toBeUndefined();
  expect(sections[2]?.signed?.map(({ signed }) => signed)).toEqual(['Ana Ruiz', 'Ben Cole']);
});

test('the file has a column for each question of all versions, only for forms of one kind', () => {
  const [site] = DEFINITION.sections.slice(1, 2);
  const older = {
    ...submission,
    form_versions: {
      number: 1,
      definition: {
        sections: [
          {
            ...site,
            questions: [
              { id: 'wind', kind: 'number', label: text('Wind speed') },
              { id: 'gone', kind: 'text', label: text('Gone') },
            ],
          },
        ],
      },
    },
    answers: { values: { wind: 3, gone: '=1+1' }, people: {} },
  } as unknown as Submission;
  const cells = (withAnswers: boolean) =>
    splitRows(
      filledCsv([submission, older], withAnswers, t, { labelOf, format, language: 'en' }),
      ',',
    ).map((row) => row.cells);
  const [header = [], first = [], second = []] = cells(true);
  expect(header.slice(9)).toEqual(['Wind', 'Ready', 'Signature', 'Gone']);
  expect(first.slice(7)).toEqual([
    '7 Loader',
    '1',
    '12.345 mph',
    'no',
    'Ana Ruiz: Ana Ruiz; Ben Cole: Ben Cole',
    '',
  ]);
  expect(second.slice(9)).toEqual(['3', '', '', "'=1+1"]);
  expect(cells(false)[0]).toHaveLength(9);
});
