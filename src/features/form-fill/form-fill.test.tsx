import { screen, within } from '@testing-library/react';
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

const open = (rows: object[] = [DUE]) =>
  openPart(<FormFillScreen />, {
    namespaces: ['form-fill'],
    as: 'employee',
    at: '/forms/fill?assignment=a1',
    answers: {
      'POST rpc/forms_due': rows,
      'POST rpc/my_team': [
        { employee_id: 'e7', first_name: 'Ana', last_name: 'Ruiz', status: 'in' },
      ],
      'POST rpc/submit_form': { id: 's1' },
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
  await user.click(within(belt).getByRole('radio', { name: 'Pass' }));
  expect(screen.queryByText('What is wrong?')).toBeNull();
  expect(screen.queryByText(words('form-fill:missing.photo'))).toBeNull();
  expect(backend.sent('POST rpc/submit_form')).toEqual([]);
});

test('each answer is on the phone; the version that was seen is sent, once', async () => {
  const { user, backend } = await open();
  await user.click(within(await group('Belt')).getByRole('radio', { name: 'Pass' }));
  await user.type(screen.getByLabelText(words('form-fill:people.name')), 'A visitor{Enter}');
  const part = await screen.findByRole('region', { name: 'A visitor' });
  expect(within(part).getByLabelText(words('form-fill:signature.name'))).toHaveValue('A visitor');
  const drafts = () => [...kept].filter(([key]) => key.startsWith('form-draft:'));
  await expect
    .poll(() => drafts()[0]?.[1])
    .toMatchObject({
      due: { version_id: 'v3' },
      answers: { values: { belt: 'pass' }, people: { crew: [{ name: 'A visitor' }] } },
    });
  const name = within(part).getByLabelText(words('form-fill:signature.name'));
  await user.clear(name);
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

test('a form that is on nobody’s list says so', async () => {
  await open([]);
  expect(await screen.findByText(words('form-fill:notFound'))).toBeVisible();
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
