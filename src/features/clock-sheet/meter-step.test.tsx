import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MeterToRead } from '@/entities/equipment/meters-to-read';
import { MeterStep } from '@/features/clock-sheet/meter-step';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const meter: MeterToRead = {
  id: 'machine-1',
  name: 'EX-2 Excavator',
  meterUnit: 'hours',
  reading: 4186,
  readAt: '2026-03-10T12:00:00Z',
};

async function openStep(answers: Record<string, unknown> = {}) {
  const onDone = vi.fn();
  const opened = await openPart(<MeterStep meter={meter} onDone={onDone} />, {
    namespaces: ['verification'],
    as: 'employee',
    answers: { 'POST rpc/record_meter': { flag: null }, ...answers },
  });
  const type = (text: string) => opened.user.type(screen.getByRole('textbox'), text);
  const press = (key: 'save' | 'keep' | 'skip') =>
    opened.user.click(screen.getByRole('button', { name: words(`verification:meter.${key}`) }));
  return { ...opened, onDone, type, press };
}

test('a reading that fits is saved at once', async () => {
  const { backend, onDone, type, press } = await openStep();
  await type('4190,5');
  await press('save');
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.sent('POST rpc/record_meter')).toMatchObject([
    { equipment_id_param: 'machine-1', reading_param: 4190.5 },
  ]);
});

test('a lower reading is asked about once, then kept and flagged', async () => {
  const { backend, onDone, type, press } = await openStep({
    'POST rpc/record_meter': { flag: 'below_last' },
  });
  await type('4100');
  await press('save');
  expect(backend.sent('POST rpc/record_meter')).toEqual([]);
  await press('keep');
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.sent('POST rpc/record_meter')).toMatchObject([{ reading_param: 4100 }]);
  expect(await screen.findByText(words('verification:meter.flagged'))).toBeVisible();
});

test('a failed save keeps what was typed, and it can be skipped', async () => {
  const { onDone, type, press } = await openStep({
    'POST rpc/record_meter': new Refusal(500, { message: 'no' }),
  });
  await type('4190');
  await press('save');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('4190');
  expect(onDone).not.toHaveBeenCalled();
  await press('skip');
  expect(onDone).toHaveBeenCalledOnce();
});
