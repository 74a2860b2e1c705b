import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MeterToRead } from '@/entities/equipment/meters-to-read';
import { MeterStep } from '@/features/clock-sheet/meter-step';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

const meter: MeterToRead = {
  id: 'machine-1',
  name: 'EX-2 Excavator',
  meterUnit: 'hours',
  reading: 4186,
  readAt: '2026-03-10T12:00:00Z',
};

async function openStep(answers: Record<string, unknown> = {}, changes: Partial<MeterToRead> = {}) {
  const onDone = vi.fn();
  const opened = await openPart(<MeterStep meter={{ ...meter, ...changes }} onDone={onDone} />, {
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
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
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
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
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

test('a photo of the meter is named with the reading and sent by itself', async () => {
  // The DOM of the tests decodes no pictures.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  const { user, backend, onDone, type, press } = await openStep(
    { 'POST photos': new Refusal(400, { message: 'not now' }) },
    { projectId: 'project-1' },
  );
  await user.upload(
    screen.getByLabelText(words('verification:meter.photo'), { selector: 'input' }),
    new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'meter.jpg', { type: 'image/jpeg' }),
  );
  expect(await screen.findByRole('button', { name: words('common:photo.remove') })).toBeVisible();
  await type('4190');
  await press('save');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [sent] = backend.sent('POST rpc/record_meter');
  expect(sent.photo_path_param).toMatch(/\/project-1\/[0-9a-f-]{36}\.jpg$/);
  await waitFor(() =>
    expect(backend.sent('POST photos')[0]).toMatchObject({
      path: sent.photo_path_param,
      equipment_id: 'machine-1',
    }),
  );
});

test('what is no photo is refused and keeps nobody from saving', async () => {
  const { user, onDone, type, press } = await openStep({}, { projectId: 'project-1' });
  await user.upload(
    screen.getByLabelText(words('verification:meter.photo'), { selector: 'input' }),
    new File(['no picture'], 'meter.jpg', { type: 'image/jpeg' }),
  );
  expect(await screen.findByText(words('common:photo.unreadable'))).toBeVisible();
  await type('4190');
  await press('save');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});
