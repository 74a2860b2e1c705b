import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BY_CRAFT } from '@/entities/determination/samples/california';
import { BUILDING, HEAVY } from '@/entities/determination/samples/federal';
import { PasteDetermination } from '@/features/public-work/determinations/paste-dialog';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const PROJECT = '0c0c6d5e-6f6f-4f0e-9a53-0d9d7f6e2b11';
const MILLWRIGHTS = 'Carpenters: ADAMS, COLUMBIA, AND DOUGLAS COUNTIES: MILLWRIGHTS';
const CARPENTERS = 'Carpenters: ASOTIN AND GARFIELD COUNTIES: CARPENTERS';
const say = (key: string, values = {}) => words(`determinations:${key}` as never, values as never);

const ELECTRICIAN = {
  code: 'ELEC0080-011 ELECTRICIAN',
  name: 'ELECTRICIAN',
  name_es: 'Electricista de planta',
  craft: 'ELECTRICIAN',
  base_rate: 33.4,
  fringe_rate: 16.1,
  zone_add: 0,
  determination: { number: 'VA20260195', modification: '1', effective_from: '2026-03-15' },
};

async function review(text: string, stored: object[] = [], answers = {}) {
  const onClose = vi.fn();
  const opened = await openPart(<PasteDetermination projectId={PROJECT} onClose={onClose} />, {
    namespaces: ['determinations'],
    as: 'manager',
    answers: { 'GET work_classifications': stored, ...answers },
  });
  fireEvent.change(screen.getByLabelText(say('text')), { target: { value: text } });
  await opened.user.click(screen.getByRole('button', { name: say('read') }));
  return { ...opened, onClose };
}

const use = (name: string) => screen.getByRole('checkbox', { name: say('classes.use', { name }) });

test('a text that is none says so, and what was pasted stays', async () => {
  await review('Dear crew,\nbring boots.');
  expect(await screen.findByRole('alert')).toHaveTextContent(say('error.not_a_determination'));
  expect(screen.getByLabelText(say('text'))).toHaveValue('Dear crew,\nbring boots.');
});

test('classes are chosen, open amounts are filled, and all is sent at once with the text', async () => {
  const { user, backend, onClose } = await review(BUILDING, [], {
    'POST rpc/save_determination': { determinations: [] },
  });
  await user.click(
    await screen.findByRole('checkbox', { name: say('classes.use', { name: 'ELECTRICIAN' }) }),
  );
  const crane = 'POWER EQUIPMENT OPERATOR: Cranes: 90 tons and over';
  await user.click(use(crane));
  // The percentage is not taken by itself, and the date of this contract is a person's.
  await user.click(screen.getByRole('button', { name: say('save', { count: 2 }) }));
  expect(await screen.findByText(say('problem.fringe_rate_missing'))).toBeVisible();
  expect(screen.getByText(say('problem.effective_from_missing'))).toBeVisible();
  expect(backend.sent('POST rpc/save_determination')).toEqual([]);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${crane}`) }));
  await user.click(
    screen.getByRole('button', { name: say('question.use', { amount: '13.9867' }) }),
  );
  await user.type(screen.getByLabelText(say('field.effectiveFrom')), '08/15/2026');
  await user.click(screen.getByRole('button', { name: say('save', { count: 2 }) }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.sent('POST rpc/save_determination')).toMatchObject([
    {
      project_id_param: PROJECT,
      source_text_param: BUILDING,
      determinations_param: [
        {
          number: 'VA20260195',
          modification: '2',
          published_on: '2026-07-31',
          effective_from: '2026-08-15',
          kind: 'federal',
          classes: [
            {
              code: 'ELEC0080-011 ELECTRICIAN',
              name_es: 'Electricista',
              base_rate: '34.15',
              fringe_rate: '16.70',
              overtime: null,
            },
            { craft: 'POWER EQUIPMENT OPERATOR', base_rate: '32.63', fringe_rate: '13.9867' },
          ],
        },
      ],
    },
  ]);
});

test('beside what the project has: chosen again, with what changes; search narrows the list', async () => {
  const { user } = await review(BUILDING, [
    ELECTRICIAN,
    { ...ELECTRICIAN, code: 'OLD', name: 'Lather' },
  ]);
  expect(
    await screen.findByText(say('classes.before', { base: '33.40', fringe: '16.10' })),
  ).toBeVisible();
  expect(use('ELECTRICIAN')).toBeChecked();
  expect(screen.getByText(say('classes.missing', { names: 'Lather' }))).toBeVisible();
  expect(screen.getByText(/Electricista de planta/)).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: say('classes.search') }), 'grúa');
  await waitFor(() =>
    expect(
      screen.queryByRole('checkbox', { name: say('classes.use', { name: 'ELECTRICIAN' }) }),
    ).toBeNull(),
  );
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
});

test('a zone answers for all classes that have the same', async () => {
  const { user } = await review(HEAVY);
  await user.click(
    await screen.findByRole('checkbox', {
      name: say('classes.use', { name: MILLWRIGHTS }),
    }),
  );
  await user.click(use(CARPENTERS));
  await user.click(screen.getByRole('button', { name: new RegExp(`^${MILLWRIGHTS}`) }));
  await user.click(screen.getByLabelText(say('field.zone')));
  await user.click(
    await screen.findByRole('option', {
      name: say('field.zoneOption', { name: '2', amount: '2.00' }),
    }),
  );
  expect(await screen.findByText('47.18 + 2.00 + 19.30')).toBeVisible();
  expect(screen.getByText('44.01 + 2.00 + 19.30')).toBeVisible();
});

test('a raise that was fixed is saved with it; one that is open only when somebody enters it', async () => {
  const { user, backend, onClose } = await review(BY_CRAFT, [], {
    'POST rpc/save_determination': { determinations: [] },
  });
  const list = await screen.findByRole('list', { name: say('picker.label') });
  expect(
    within(list)
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-checked')),
  ).toEqual(['true', 'true', 'false']);
  await user.click(use('Boilermaker-Blacksmith (AREA 1)'));
  await user.click(
    screen.getByRole('button', { name: new RegExp(say('field.usePublished', { date: '' })) }),
  );
  await user.click(screen.getByRole('button', { name: say('save', { count: 2 }) }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [{ determinations_param: sent }] = backend.sent('POST rpc/save_determination') as [
    { determinations_param: object[] },
  ];
  expect(sent).toMatchObject([
    { effective_from: '2026-08-22', classes: [{ base_rate: '44.07', fringe_rate: '34.01' }] },
    { effective_from: '2027-07-01', classes: [{ base_rate: '45.57', fringe_rate: '34.76' }] },
  ]);
});

test('lines that the database refuses are marked where they stand', async () => {
  const { user, onClose } = await review(BUILDING, [], {
    'POST rpc/save_determination': new Refusal(400, {
      code: 'P0001',
      hint: 'determination_lines',
      details: JSON.stringify([{ determination: 0, class: 1, code: 'X', problem: 'class_in_use' }]),
      message: 'Some lines cannot be saved. Nothing was saved.',
    }),
  });
  await user.click(
    await screen.findByRole('checkbox', { name: say('classes.use', { name: 'ELECTRICIAN' }) }),
  );
  await user.click(use('TRUCK DRIVER: Dump Truck'));
  await user.type(screen.getByLabelText(say('field.effectiveFrom')), '08/15/2026');
  await user.click(screen.getByRole('button', { name: say('save', { count: 2 }) }));
  const problem = await screen.findByText(say('problem.class_in_use'));
  expect(problem.closest('li')).toHaveTextContent('TRUCK DRIVER: Dump Truck');
  expect(onClose).not.toHaveBeenCalled();
});
