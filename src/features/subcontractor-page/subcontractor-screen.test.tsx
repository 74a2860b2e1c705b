import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileTypeOf } from '@/features/subcontractor-page/file-type';
import type { Answers } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const PAGE = {
  state: 'open',
  company: 'Ridge Builders',
  project: 'Harbor school',
  location: null,
  contract_number: null,
  name: 'Fox Electric',
  language: 'en',
  first_week_end: '2026-03-08',
  weeks: [
    { week_end: '2026-03-15', state: 'missing', reports: [] },
    {
      week_end: '2026-03-08',
      state: 'returned',
      reports: [
        {
          id: 'r1',
          version: 1,
          number: 4,
          workers: 3,
          hours: '120.00',
          gross: '4000.00',
          no_work: false,
          final: false,
          note: '',
          handed_in_by: 'Dana Fox',
          file_name: null,
          handed_in_at: '2026-03-12T15:00:00Z',
          status: 'returned',
          decision_note: 'Page 2 is not signed',
        },
      ],
    },
  ],
};
const visit = (answers: Answers) =>
  openApp('/subcontractor/abc', {
    as: null,
    answers: { 'POST rpc/subcontractor_page': PAGE, ...answers },
  });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('a subcontractor sees its weeks, what was returned and why', async () => {
  await visit({});
  expect(await screen.findByText(words('subcontractor:toDo', { count: 2 }))).toBeVisible();
  expect(screen.getByText('Ridge Builders: Page 2 is not signed')).toBeVisible();
  expect(screen.getByText('Fox Electric hands in to Ridge Builders')).toBeVisible();
});

test('figures are handed in; what is wrong is said in the field and stays', async () => {
  const { user, backend } = await visit({
    'POST rpc/hand_in_report': { result: 'ok', path: null, version: 1 },
  });
  await user.click(await button(/Hand in the week ending Mar 15/));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: words('subcontractor:form.typed') }));
  // The next number and the name of last time are there already.
  expect(dialog.getByLabelText(words('subcontractor:form.number'))).toHaveValue('5');
  expect(dialog.getByLabelText(words('subcontractor:form.name'))).toHaveValue('Dana Fox');
  await user.type(dialog.getByLabelText(words('subcontractor:form.workers')), 'four');
  await user.type(dialog.getByLabelText(words('subcontractor:form.hours')), '1,152.5');
  await user.click(dialog.getByRole('button', { name: words('subcontractor:form.send') }));
  expect(dialog.getByText(words('subcontractor:wrong.workers'))).toBeVisible();
  expect(dialog.getByText(words('subcontractor:wrong.gross'))).toBeVisible();
  expect(backend.sent('POST rpc/hand_in_report')).toEqual([]);
  await user.clear(dialog.getByLabelText(words('subcontractor:form.workers')));
  await user.type(dialog.getByLabelText(words('subcontractor:form.workers')), '4');
  await user.type(dialog.getByLabelText(words('subcontractor:form.gross')), '$6,100.25');
  await user.click(dialog.getByRole('button', { name: words('subcontractor:form.send') }));
  expect(
    await screen.findByText(words('subcontractor:form.done', { company: 'Ridge Builders' })),
  ).toBeVisible();
  expect(backend.sent('POST rpc/hand_in_report')).toMatchObject([
    {
      week_end_param: '2026-03-15',
      report_param: { number: 5, workers: 4, hours: '1152.5', gross: '6100.25', no_work: false },
    },
  ]);
});

test('a file that is no report is refused before anything is sent', async () => {
  const { user, backend } = await visit({});
  await user.click(await button(/Hand in the week ending Mar 15/));
  const dialog = within(await screen.findByRole('dialog'));
  const send = () =>
    user.click(dialog.getByRole('button', { name: words('subcontractor:form.send') }));
  await send();
  expect(dialog.getByText(words('subcontractor:wrong.file'))).toBeVisible();
  await user.upload(
    dialog.getByLabelText(words('subcontractor:form.choose')),
    new File(['MZ program'], 'report.pdf', { type: 'application/pdf' }),
  );
  await send();
  expect(await dialog.findByText(words('subcontractor:wrong.fileType'))).toBeVisible();
  expect(backend.sent('POST rpc/hand_in_report')).toEqual([]);
});

test('a link that was taken back opens nothing', async () => {
  await visit({ 'POST rpc/subcontractor_page': { state: 'unknown' } });
  expect(await screen.findByText(words('subcontractor:unknown'))).toBeVisible();
});

test.each([
  ['%PDF-1.7', 'application/pdf'],
  ['scanned\n%PDF-1.4', 'application/pdf'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n', 'image/png'],
  ['RIFF1234WEBP', 'image/webp'],
  [
    'PK\x03\x04 xl/workbook.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['PK\x03\x04 word/document.xml', null],
  ['<html>', null],
  ['', null],
])('the bytes %j are %s', (text, type) => {
  expect(fileTypeOf(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(type);
});
