import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import ClockSheet from '@/features/clock-sheet/clock-sheet';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID, session } from '@/testing/people';

beforeEach(giveDeviceMemory);

const running = {
  id: 'entry',
  employee_id: EMPLOYEE_ID,
  clock_in: new Date().toISOString(),
  notes: null,
  project_id: 'plant',
  cost_code_id: null,
  classification_id: null as string | null,
  breaks: [],
};
const usual = {
  project_id: 'plant',
  cost_code_id: null,
  employee_id: EMPLOYEE_ID,
  classification_id: 'laborer',
  from_date: '2026-01-01',
};

const LABORER = {
  project_id: 'plant',
  classification_id: 'laborer',
  code: 'LABO0001',
  name: 'Laborer',
  name_es: 'Peón',
  craft: 'Laborer',
  determination_number: 'NY20260001',
  valid_from: '2026-01-01',
  valid_to: null,
};

async function openSheet(changes: Partial<typeof running> = {}, answers = {}) {
  const onDone = vi.fn();
  const opened = await openPart(
    <ClockSheet moment={{ moment: 'in', entryId: 'entry' }} onDone={onDone} />,
    {
      namespaces: ['verification', 'bulletin', 'classification'],
      as: 'employee',
      viewer: { public_work: true, running_entry: { ...running, ...changes } },
      answers: {
        'GET clock_questions': [],
        'GET clock_in_rules': [],
        'POST rpc/meters_to_read': [],
        'POST rpc/my_bulletins': [],
        'POST rpc/project_classifications': [LABORER],
        'POST rpc/classification_defaults': [],
        'POST rpc/recent_work': [],
        'POST rpc/choose_classification': { id: 'entry' },
        ...answers,
      },
    },
  );
  return { ...opened, onDone };
}

test('public work that nobody named the class of is asked about once the clock runs', async () => {
  const { user, backend, onDone } = await openSheet();
  expect(await screen.findByText(words('verification:classStep.title'))).toBeVisible();
  const save = screen.getByRole('button', { name: words('verification:classStep.save') });
  expect(save).toBeDisabled();
  await user.click(await screen.findByRole('button', { name: 'Laborer' }));
  await user.click(save);
  expect(onDone).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(backend.sent('POST rpc/choose_classification')).toEqual([
      { entry_id_param: 'entry', classification_id_param: 'laborer' },
    ]),
  );
});

test('the class of the last time on this project is first and chosen', async () => {
  const classes = ['laborer', 'carpenter', 'mason'].map((id) => ({
    ...LABORER,
    name: id,
    name_es: null,
    classification_id: id,
    code: id,
  }));
  const { user, backend } = await openSheet(
    {},
    {
      'POST rpc/project_classifications': classes,
      'POST rpc/recent_work': [
        { project_id: 'tower', cost_code_id: null, classification_id: 'laborer' },
        { project_id: 'plant', cost_code_id: null, classification_id: 'mason' },
      ],
    },
  );
  expect(await screen.findByRole('button', { name: 'mason', pressed: true })).toBeVisible();
  const named = screen.getAllByRole('button').map((button) => button.textContent);
  expect(named.filter((name) => classes.some(({ code }) => code === name))).toEqual([
    'mason',
    'laborer',
    'carpenter',
  ]);
  await user.click(screen.getByRole('button', { name: words('verification:classStep.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/choose_classification')).toEqual([
      { entry_id_param: 'entry', classification_id_param: 'mason' },
    ]),
  );
});

test('without a signal the answer stays on the device', async () => {
  const { user } = await openSheet(
    {},
    { 'POST rpc/choose_classification': () => Promise.reject(new TypeError('Failed to fetch')) },
  );
  await user.click(await screen.findByRole('button', { name: 'Laborer' }));
  await user.click(screen.getByRole('button', { name: words('verification:classStep.save') }));
  await waitFor(() =>
    expect(kept.get(`queue:${session().user.id}`)).toMatchObject([{ kind: 'answers' }]),
  );
});

const question = {
  id: 'q1',
  moment: 'in',
  text_en: 'Hard hat on?',
  text_es: '¿Casco puesto?',
  active: true,
  alarm_answer: null,
  position: 1,
};

test.each([
  ['was chosen', { classification_id: 'laborer' }, {}],
  ['is the usual one', {}, { 'POST rpc/classification_defaults': [usual] }],
  ['does not exist there', { project_id: 'tower' }, {}],
])('a class that %s is not asked for', async (_, changes, answers) => {
  // What comes after it is the first thing that is asked.
  await openSheet(changes, { 'GET clock_questions': [question], ...answers });
  expect(await screen.findByText('Hard hat on?')).toBeVisible();
  expect(screen.queryByText(words('verification:classStep.title'))).toBeNull();
});

test('the class is asked before the questions', async () => {
  const { user } = await openSheet({}, { 'GET clock_questions': [question] });
  await user.click(
    await screen.findByRole('button', { name: words('verification:classStep.skip') }),
  );
  expect(await screen.findByText('Hard hat on?')).toBeVisible();
});
