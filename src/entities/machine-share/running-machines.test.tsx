import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { RunningMachines } from '@/entities/machine-share/running-machines';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

const machine = (id: string, name: string) => ({
  id,
  name,
  number: null,
  status: 'available',
  meter_unit: null,
});
const SAVE = 'POST rpc/set_entry_machines';

async function open(answers: Record<string, unknown> = {}) {
  const opened = await openPart(<RunningMachines entryId="entry-1" />, {
    namespaces: ['machine-shares'],
    as: 'employee',
    answers: {
      'GET equipment': [machine('m1', 'Digger'), machine('m2', 'Roller')],
      'GET time_entries': [{ equipment_id: 'm1', machines: null, project_id: 'p1' }],
      [SAVE]: {},
      ...answers,
    },
  });
  await screen.findByText('Digger 100 %');
  await opened.user.click(screen.getByRole('button', { name: words('machine-shares:add') }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toBeVisible();
  return opened;
}

const save = () => screen.getByRole('button', { name: words('machine-shares:running.save') });
const share = (number: number) =>
  screen.getByRole('textbox', { name: words('machine-shares:share', { number }) });

test('a second machine with its share is saved, and shares that are no whole are not', async () => {
  const { user, backend } = await open();
  const add = screen.getAllByRole('button', { name: words('machine-shares:add') }).at(-1);
  await user.click(add as HTMLElement);
  expect(share(1)).toHaveValue('50');
  await user.click(
    screen.getByRole('combobox', { name: words('machine-shares:machine', { number: 2 }) }),
  );
  await user.click(await screen.findByRole('option', { name: 'Roller' }));
  await user.clear(share(2));
  await user.type(share(2), '30');
  expect(share(1)).toHaveValue('70');
  await user.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent(SAVE)).toMatchObject([
    {
      entry_id_param: 'entry-1',
      machines_param: [
        { equipment_id: 'm1', kind: 'working', share: 70 },
        { equipment_id: 'm2', kind: 'working', share: 30 },
      ],
    },
  ]);
});

test('what does not make a whole says so and stays', async () => {
  const { user, backend } = await open();
  await user.clear(share(1));
  await user.type(share(1), '80');
  expect(
    screen.getByText(words('machine-shares:notWhole', { total: '80' }), { exact: false }),
  ).toBeVisible();
  await user.click(save());
  expect(backend.sent(SAVE)).toEqual([]);
  expect(share(1)).toHaveValue('80');
});

test('a refusal of the database stands in the form, what was typed stays', async () => {
  const { user } = await open({
    [SAVE]: new Refusal(400, { code: 'P0001', hint: 'machine_named_twice', message: 'no' }),
  });
  await user.click(save());
  expect(
    (await screen.findAllByText(words('machine-shares:failure.machine_named_twice'))).length,
  ).toBeGreaterThan(0);
  expect(share(1)).toHaveValue('100');
});
