import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { FormDefinition } from '@/entities/form/form-definition';
import { FormFillScreen } from '@/features/form-fill/form-fill-screen';
import FormsDueCard from '@/features/form-fill/forms-due-card';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

const text = (en: string) => ({ en, es: `${en} (es)` });
const DEFINITION: FormDefinition = {
  sections: [
    {
      id: 'cab',
      title: text('Cab'),
      questions: [
        { id: 'belt', kind: 'check', label: text('Belt'), required: true, photo_on_fail: true },
        {
          id: 'why',
          kind: 'text',
          label: text('What is wrong?'),
          required: true,
          when: { question: 'belt', is: ['fail'] },
        },
      ],
    },
    {
      id: 'crew',
      title: text('Crew'),
      repeat: 'person',
      questions: [{ id: 'sign', kind: 'signature', label: text('Signature'), required: true }],
    },
  ],
};
const DUE = {
  assignment_id: 'a1',
  form_id: 'f1',
  version_id: 'v3',
  version: 3,
  name: 'Machine check',
  name_es: 'Revisión',
  category: 'equipment_check',
  definition: DEFINITION,
  every: 'day',
  project_id: 'p1',
  project_name: 'Harbor Point',
  crew_id: null,
  crew_name: null,
  equipment_id: null,
  equipment_name: null,
  period_start: '2026-03-10',
  period_end: '2999-12-31',
  per_person: false,
  done_id: null,
  done_at: null,
  done_by: null,
};

beforeEach(giveDeviceMemory);

const open = (
  rows: object[] = [DUE],
  answers: Record<string, unknown> = {},
  at = '/forms/fill?assignment=a1',
) =>
  openPart(<FormFillScreen />, {
    namespaces: ['form-fill'],
    as: 'employee',
    at,
    answers: {
      'GET form_submissions': [],
      'GET equipment': [],
      'POST rpc/forms_due': rows,
      'POST rpc/my_team': [
        { employee_id: 'e7', first_name: 'Ana', last_name: 'Ruiz', status: 'in' },
      ],
      'POST rpc/submit_form': { id: 's1' },
      ...answers,
    },
  });
const group = (name: string) => screen.findByRole('group', { name });

test('a failed check asks why and for a photo, and says that it is verified', async () => {
  const { user, backend } = await open();
  const belt = await group('Belt');
  expect(screen.queryByText('What is wrong?')).toBeNull();
  await user.click(within(belt).getByRole('radio', { name: 'Fail' }));
  expect(screen.getByText('What is wrong?')).toBeVisible();
  expect(screen.getByText(words('form-fill:failed'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  for (const missing of ['answer', 'photo', 'people'] as const)
    expect(screen.getByText(words(`form-fill:missing.${missing}`))).toBeVisible();
  // Sent without it, the form leads to the first answer it lacks.
  expect(belt.parentElement).toContainElement(document.activeElement as HTMLElement);
  await user.click(within(belt).getByRole('radio', { name: 'Pass' }));
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  expect(screen.getByRole('textbox', { name: words('form-fill:people.name') })).toHaveFocus();
  expect(screen.queryByText('What is wrong?')).toBeNull();
  expect(screen.queryByText(words('form-fill:missing.photo'))).toBeNull();
  expect(backend.sent('POST rpc/submit_form')).toEqual([]);
});

test('the complete crew is the crew that was asked, not everybody on the project', async () => {
  const team = ['e7', 'e8', 'e9'].map((id) => ({
    employee_id: id,
    first_name: `Person ${id}`,
    last_name: '',
    status: 'in',
  }));
  const inCrew = (employee_id: string, crew: string) => ({
    employee_id,
    crew_ids: [crew],
    leads: true,
    status: 'out',
  });
  const { user } = await openPart(<FormFillScreen />, {
    namespaces: ['form-fill'],
    as: 'foreman',
    at: '/forms/fill?assignment=a1',
    answers: {
      'GET form_submissions': [],
      'GET equipment': [],
      'POST rpc/forms_due': [{ ...DUE, crew_id: 'c1' }],
      'POST rpc/my_team': team,
      'POST rpc/crew_today': [inCrew('e7', 'c1'), inCrew('e8', 'c1'), inCrew('e9', 'c2')],
    },
  });
  await user.click(await screen.findByRole('button', { name: words('form-fill:people.all') }));
  expect(await screen.findByRole('region', { name: 'Person e7' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Person e8' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Person e9' })).toBeNull();
});

test('the project is that of the crew’s plan where the form names none', async () => {
  const member = { crew_ids: ['c1'], crew_names: [], leads: true, status: 'out' };
  await openPart(<FormFillScreen />, {
    namespaces: ['form-fill'],
    as: 'foreman',
    at: '/forms/fill?assignment=a1',
    answers: {
      'GET form_submissions': [],
      'GET equipment': [],
      'GET projects': [{ id: 'p2', name: 'Harbor Annex', status: 'active', archived_at: null }],
      'POST rpc/forms_due': [{ ...DUE, project_id: null, project_name: null, crew_id: 'c1' }],
      'POST rpc/my_team': [],
      'POST rpc/crew_today': [{ ...member, employee_id: 'e7', plan_project_id: 'p2' }],
    },
  });
  const picker = await screen.findByRole('combobox', { name: words('form-fill:project') });
  await waitFor(() => expect(picker).toHaveTextContent('Harbor Annex'));
});

test('each answer is on the phone; the version that was seen is sent, once', async () => {
  const { user, backend } = await open();
  await user.click(within(await group('Belt')).getByRole('radio', { name: 'Pass' }));
  await user.type(screen.getByLabelText(words('form-fill:people.name')), 'A visitor{Enter}');
  const part = await screen.findByRole('region', { name: 'A visitor' });
  // Not theirs before they sign: by drawing, or by typing their name.
  const name = within(part).getByLabelText(words('form-fill:signature.name'));
  expect(name).toHaveValue('');
  const drafts = () => [...kept].filter(([key]) => key.startsWith('form-draft:'));
  await expect
    .poll(() => drafts()[0]?.[1])
    .toMatchObject({
      due: { version_id: 'v3' },
      answers: { values: { belt: 'pass' }, people: { crew: [{ name: 'A visitor' }] } },
    });
  await user.type(name, 'Vic Tor');
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  await expect
    .poll(() => backend.sent('POST rpc/submit_form'))
    .toMatchObject([
      {
        submission_param: {
          form_version_id: 'v3',
          assignment_id: 'a1',
          project_id: 'p1',
          answers: {
            values: { belt: 'pass' },
            people: { crew: [{ employee_id: null, values: { sign: { name: 'Vic Tor' } } }] },
          },
        },
      },
    ]);
  await expect.poll(drafts).toEqual([]);
});

test('a number that can be two is asked about and stays as it was typed', async () => {
  const definition = {
    sections: [
      {
        id: 'lift',
        title: text('Lift'),
        questions: [{ id: 'load', kind: 'number', label: text('Load') }],
      },
    ],
  };
  const { user, backend } = await open([{ ...DUE, definition }]);
  const load = await screen.findByRole('textbox', { name: /^Load/ });
  await user.type(load, '1.200');
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  expect(screen.getByText(words('form-fill:missing.number'))).toBeVisible();
  expect(backend.sent('POST rpc/submit_form')).toEqual([]);
  await expect
    .poll(() => [...kept].find(([key]) => key.startsWith('form-draft:'))?.[1])
    .toMatchObject({ answers: { values: { load: '1.200' } } });
  await user.type(load, '{Backspace>5/}1200');
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  await expect
    .poll(() => backend.sent('POST rpc/submit_form'))
    .toMatchObject([{ submission_param: { answers: { values: { load: 1200 } } } }]);
});

test('what was filled already says by whom, and the last answers are a beginning', async () => {
  const done = { done_id: 's0', done_at: '2026-03-10T12:00:00Z', done_by: 'Ana Ruiz' };
  const people = { crew: [{ employee_id: 'e7', name: 'Ana Ruiz', values: { sign: {} } }] };
  const last = { values: { belt: 'pass' }, people };
  const { user } = await open([{ ...DUE, ...done, per_person: true }], {
    'GET form_submissions': [{ answers: last }],
  });
  expect(await screen.findByText(words('form-fill:doneText'))).toBeVisible();
  expect(screen.getByRole('link', { name: words('form-fill:openDone') })).toHaveAttribute(
    'href',
    '/forms?submission=s0',
  );
  await user.click(await screen.findByRole('button', { name: words('form-fill:copyLast') }));
  expect(await screen.findByRole('region', { name: 'Ana Ruiz' })).toBeVisible();
  expect(within(await group('Belt')).getByRole('radio', { name: 'Pass' })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: words('form-fill:copyLast') })).toBeNull();
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  expect(screen.getByText(words('form-fill:missing.signature'))).toBeVisible();
});

test('a correction begins with what was sent, in the version that was seen, and names it', async () => {
  const sent = {
    id: 's0',
    form_id: 'f1',
    form_version_id: 'v2',
    assignment_id: 'a1',
    project_id: 'p1',
    crew_id: null,
    equipment_id: 'm1',
    answers: { values: { belt: 'pass' }, people: { crew: [] } },
    photo_ids: [],
    work_date: '2026-03-09',
    filled_at: '2026-03-09T12:00:00Z',
    forms: { name: 'Machine check', name_es: '', category: 'equipment_check' },
    form_versions: { number: 2, definition: { sections: DEFINITION.sections.slice(0, 1) } },
    form_assignments: { every: 'day' },
    projects: { name: 'Harbor Point' },
    crews: null,
    equipment: { name: 'Loader', number: '7' },
  };
  const { user, backend } = await open(
    [],
    { 'GET form_submissions': sent, 'GET photos': [] },
    '/forms/fill?correct=s0',
  );
  expect(await screen.findByText(words('form-fill:correcting'))).toBeVisible();
  expect(within(await group('Belt')).getByRole('radio', { name: 'Pass' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: words('form-fill:send') }));
  await expect
    .poll(() => backend.sent('POST rpc/submit_form'))
    .toMatchObject([
      {
        submission_param: {
          form_version_id: 'v2',
          corrects_id: 's0',
          equipment_id: 'm1',
          answers: { values: { belt: 'pass' } },
        },
      },
    ]);
});

test('a form that is on nobody’s list says so', async () => {
  await open([]);
  expect(await screen.findByText(words('form-fill:notFound'))).toBeVisible();
});

test('machines of one assignment are filled one by one', async () => {
  const loader = { ...DUE, equipment_id: 'm1', equipment_name: '1 Loader' };
  const rows = [loader, { ...loader, equipment_id: 'm2', equipment_name: '2 Loader' }];
  const { user, backend } = await open(rows, {}, '/forms/fill?assignment=a1&machine=m2');
  expect(await screen.findByText('Harbor Point · 2 Loader')).toBeVisible();
  await user.click(within(await group('Belt')).getByRole('radio', { name: 'Pass' }));
  const drafts = () => [...kept.keys()].filter((key) => key.startsWith('form-draft:'));
  await expect.poll(drafts).toEqual([expect.stringMatching(/:a1_m2$/)]);
  expect(backend.sent('POST rpc/submit_form')).toEqual([]);
});

test('each machine of an assignment has its line and its state', async () => {
  const loader = { ...DUE, equipment_id: 'm1', equipment_name: '1 Loader' };
  const done = { done_id: 's1', done_at: '2026-03-10T12:00:00Z', done_by: 'Ana Ruiz' };
  await openPart(<FormsDueCard />, {
    namespaces: ['form-fill'],
    as: 'employee',
    answers: {
      'POST rpc/forms_due': [
        loader,
        { ...loader, equipment_id: 'm2', equipment_name: '2 Loader', ...done },
      ],
    },
  });
  const [first, second] = await screen.findAllByRole('link', { name: /Machine check/ });
  expect(first).toHaveAttribute('href', '/forms/fill?assignment=a1&machine=m1');
  expect(first).toHaveTextContent(words('form-fill:card.due'));
  expect(second).toHaveTextContent(words('form-fill:card.done'));
});

test('what is due, done and offered is told apart', async () => {
  const done = { done_id: 's1', done_at: '2026-03-10T12:00:00Z', done_by: 'Ana Ruiz' };
  await openPart(<FormsDueCard />, {
    namespaces: ['form-fill'],
    as: 'employee',
    answers: {
      'POST rpc/forms_due': [
        DUE,
        { ...DUE, assignment_id: 'a2', name: 'Talk', ...done },
        { ...DUE, assignment_id: 'a3', name: 'Yesterday', ...done, period_end: '2026-03-10' },
        { ...DUE, assignment_id: 'a4', name: 'Near miss', every: 'any_time' },
      ],
    },
  });
  const line = (name: RegExp) => screen.findByRole('link', { name });
  expect(await line(/Machine check/)).toHaveTextContent(words('form-fill:card.due'));
  expect(await line(/Talk/)).toHaveTextContent(words('form-fill:card.done'));
  expect(await line(/Yesterday/)).toHaveTextContent(words('form-fill:card.due'));
  expect(await line(/Near miss/)).toHaveTextContent(words('form-fill:card.anyTime'));
});
