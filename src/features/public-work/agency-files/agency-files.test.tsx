import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FileTemplate } from '@/entities/file-template/template';
import { AgencyFileDialog } from '@/features/public-work/agency-files/agency-file-dialog';
import { FilesTab } from '@/features/public-work/agency-files/files-tab';
import { PRESETS } from '@/features/public-work/report/files/template/presets';
import { openPart, words } from '@/testing/open';
import { extrasFor, localWorker, person, record } from '@/testing/portal-files';

const one = person(1, { first_name: 'Maria', last_name: 'Núñez', name: 'Maria Núñez' });
const california = record([one], { regime: 'ca' });
const answers = {
  'GET contractor_details': [],
  'GET file_templates': [],
  'GET portal_codes': [],
  'GET employees': [
    {
      id: one.employee_id,
      first_name: 'Maria',
      last_name: 'Núñez',
      employee_number: null,
      active: true,
    },
  ],
};
const list = (ssn: string) =>
  new File(
    [
      `Name,SSN,Street,City,State,ZIP,Exemptions\nMaria Núñez,${ssn},1 Elm,Salem,MA,01970,2\nSomebody Else,,,,,,`,
    ],
    'list.csv',
  );

test('says what is missing, and makes the file from a list that never leaves the page', async () => {
  const { user, backend } = await openPart(
    <AgencyFileDialog record={california} onClose={() => undefined} />,
    {
      namespaces: ['agency-files', 'file-template', 'payroll-facts'],
      answers: {
        ...answers,
        'GET contractor_details': [{ id: 'c', ...extrasFor([one]).contractor }],
      },
    },
  );
  const download = await screen.findByRole('button', {
    name: words('agency-files:dialog.download', { count: 1 }),
  });
  expect(await screen.findByText(words('agency-files:lack.title'))).toBeVisible();
  expect(download).toBeDisabled();
  const ssn = localWorker(1).ssn ?? '';
  await user.upload(screen.getByLabelText(words('agency-files:list.open')), list(ssn));
  expect(
    await screen.findByText(words('agency-files:list.found', { found: 1, all: 1 })),
  ).toBeVisible();
  expect(
    screen.getByText(words('agency-files:list.unknown', { names: 'Somebody Else' })),
  ).toBeVisible();
  expect(await screen.findByText('6789_100045_031526.xml')).toBeVisible();
  expect(download).toBeEnabled();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  await user.click(download);
  expect(await saved[0]?.text()).toContain(`<CPR:ssn>${ssn}</CPR:ssn>`);
  expect(JSON.stringify(backend)).not.toContain(ssn);
  vi.restoreAllMocks();
});

test('a list that is opened before the people are loaded is matched when they are', async () => {
  const people = Promise.withResolvers<unknown>();
  const { user } = await openPart(
    <AgencyFileDialog record={california} onClose={() => undefined} />,
    {
      namespaces: ['agency-files', 'file-template', 'payroll-facts'],
      answers: { ...answers, 'GET employees': () => people.promise },
    },
  );
  const field = await screen.findByLabelText(words('agency-files:list.open'));
  await user.upload(field, list(localWorker(1).ssn ?? ''));
  expect(await screen.findByText(words('agency-files:list.read', { count: 2 }))).toBeVisible();
  expect(screen.queryByText(words('agency-files:list.found', { found: 0, all: 1 }))).toBeNull();
  people.resolve(answers['GET employees']);
  expect(
    await screen.findByText(words('agency-files:list.found', { found: 1, all: 1 })),
  ).toBeVisible();
});

test('a file that is no list is refused', async () => {
  const { user } = await openPart(
    <AgencyFileDialog record={california} onClose={() => undefined} />,
    { namespaces: ['agency-files', 'file-template', 'payroll-facts'], answers },
  );
  const field = await screen.findByLabelText(words('agency-files:list.open'));
  await user.upload(field, new File(['a,b\n1,2'], 'x.csv'));
  expect(await screen.findByText(words('agency-files:list.unreadable'))).toBeVisible();
});

test('New York says why there is no file for a week without work', async () => {
  await openPart(
    <AgencyFileDialog record={record([], { regime: 'ny' })} onClose={() => undefined} />,
    { namespaces: ['agency-files', 'file-template', 'payroll-facts'], answers },
  );
  expect(await screen.findByText(words('agency-files:refused.nyNoWork'))).toBeVisible();
});

test('codes are typed once and stored', async () => {
  const { user, backend } = await openPart(
    <AgencyFileDialog record={record([one])} onClose={() => undefined} />,
    {
      namespaces: ['agency-files', 'file-template', 'payroll-facts'],
      answers: { ...answers, 'POST portal_codes': [] },
    },
  );
  const group = await screen.findByRole('group', { name: 'Carpenter' });
  await user.type(within(group).getByLabelText(words('agency-files:code.class_code')), 'CARP-J');
  await user.click(screen.getByRole('button', { name: words('agency-files:codes.save') }));
  await waitFor(() => expect(backend.sent('POST portal_codes')).toHaveLength(1));
  expect(JSON.stringify(backend.sent('POST portal_codes'))).toContain('"class_code":"CARP-J"');
});

test('a template starts from a preset, refuses a wrong column and is saved', async () => {
  const { user, backend } = await openPart(<FilesTab />, {
    namespaces: ['agency-files', 'file-template', 'public-work'],
    address: '/public-work?tab=files',
    answers: {
      ...answers,
      'GET public_contracts': [],
      'GET projects': [],
      'POST file_templates': [],
    },
  } as never);
  await user.click(await screen.findByRole('button', { name: words('agency-files:template.new') }));
  await user.click(
    await screen.findByRole('menuitem', { name: words('agency-files:preset.plain') }),
  );
  const first = await screen.findByLabelText(
    words('file-template:editor.value', { name: 'Week ending' }),
  );
  await user.clear(first);
  await user.type(first, 'nothing');
  expect(
    await screen.findByText(words('file-template:expression.unknown_field', { about: 'nothing' })),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('agency-files:editor.save') }));
  expect(backend.sent('POST file_templates')).toEqual([]);
  await user.clear(first);
  await user.type(first, 'week_end');
  await user.click(
    screen.getByRole('button', {
      name: words('file-template:editor.down', { name: 'Week ending' }),
    }),
  );
  await user.click(screen.getByRole('button', { name: words('agency-files:editor.save') }));
  await waitFor(() => expect(backend.sent('POST file_templates')).toHaveLength(1));
  const [sent] = backend.sent('POST file_templates') as { name: string; content: FileTemplate }[];
  expect(sent?.name).toBe(PRESETS.plain.name);
  expect(sent?.content.columns.slice(0, 2).map(({ value }) => value)).toEqual([
    'payroll_number',
    'week_end',
  ]);
});
