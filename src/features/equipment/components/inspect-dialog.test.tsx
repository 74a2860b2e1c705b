import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Machine } from '@/features/equipment/api/queries';
import { InspectDialog } from '@/features/equipment/components/inspect-dialog';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

const machine = {
  id: 'machine-1',
  number: 'EX-04',
  name: 'Excavator',
  checklist: ['Brakes', 'Lights'],
  projectId: 'project-1',
} as unknown as Machine;

async function open(answers: Record<string, unknown> = {}) {
  // The DOM of the tests decodes no pictures.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  const onClose = vi.fn();
  const opened = await openPart(
    <InspectDialog companyId="company-1" employeeId="me" machine={machine} onClose={onClose} />,
    {
      namespaces: ['equipment'],
      as: 'employee',
      answers: {
        'GET projects': [],
        'POST equipment_inspections': null,
        'POST photos': new Refusal(400, { message: 'not now' }),
        ...answers,
      },
    },
  );
  const answer = (point: string, passed: boolean) =>
    opened.user.click(
      screen.getByRole('button', {
        name: `${point}: ${words(passed ? 'equipment:inspect.ok' : 'equipment:inspect.fails')}`,
      }),
    );
  const save = () =>
    opened.user.click(screen.getByRole('button', { name: words('equipment:inspect.save') }));
  return { ...opened, onClose, answer, save };
}

const photoInput = () =>
  screen.queryByLabelText(words('equipment:inspect.photo'), { selector: 'input' });

test('a point that fails asks for a photo, which is named with the inspection and sent by itself', async () => {
  const { user, backend, onClose, answer, save } = await open();
  expect(photoInput()).toBeNull();
  await answer('Brakes', false);
  await answer('Lights', true);
  await user.upload(
    photoInput() as HTMLElement,
    new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'brakes.jpg', { type: 'image/jpeg' }),
  );
  expect(await screen.findByRole('button', { name: words('common:photo.remove') })).toBeVisible();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [sent] = backend.sent('POST equipment_inspections');
  expect(sent).toMatchObject({ equipment_id: 'machine-1' });
  expect(sent.photo_path).toMatch(/\/project-1\/[0-9a-f-]{36}\.jpg$/);
  await waitFor(() =>
    expect(backend.sent('POST photos')[0]).toMatchObject({
      path: sent.photo_path,
      equipment_id: 'machine-1',
    }),
  );
});

test('an inspection that could not be saved sends no photo and keeps the answers', async () => {
  const { backend, onClose, answer, save } = await open({
    'POST equipment_inspections': new Refusal(500, { message: 'no' }),
  });
  await answer('Brakes', true);
  await answer('Lights', true);
  expect(photoInput()).toBeNull();
  await save();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  expect(backend.sent('POST photos')).toEqual([]);
});
