import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { QuantityDialog } from '@/features/progress/components/quantity-dialog';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

test('a milestone enters what is missing up to its end; those that are done stay', async () => {
  const onClose = vi.fn();
  const { user, backend } = await openPart(
    <QuantityDialog
      projectId="project-1"
      target={{
        code: {
          cost_code_id: 'code-1',
          code: '22 00 00',
          name: 'Plumbing',
          unit: '%',
          budget_quantity: 100,
          cumulative_quantity: 20,
          last_quantity: 20,
          milestones: 'Rough-in 20, Set 50, Test 30',
        },
      }}
      onClose={onClose}
    />,
    { namespaces: ['progress'], as: 'employee', answers: { 'POST quantities': null } },
  );
  const step = (name: string, percent: number) =>
    screen.getByRole('button', { name: words('progress:milestones.step', { name, percent }) });
  expect(step('Rough-in', 20)).toBeDisabled();
  expect(screen.queryByText(words('progress:lastAmount', { amount: '20' }))).toBeNull();
  await user.click(step('Set', 70));
  expect(step('Set', 70)).toHaveAttribute('aria-pressed', 'true');
  expect(step('Test', 100)).toHaveAttribute('aria-pressed', 'false');
  await user.click(
    screen.getByRole('button', { name: words('progress:saveAmount', { amount: '50', unit: '%' }) }),
  );
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(backend.sent('POST quantities')[0]).toMatchObject({ quantity: 50, note: 'Set' });
});

test('a photo of the work is named by the quantity, belongs to its project and code, and is sent by itself', async () => {
  // The DOM of the tests decodes no pictures.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  const onClose = vi.fn();
  const { user, backend } = await openPart(
    <QuantityDialog
      projectId="project-1"
      target={{ code: { cost_code_id: 'code-1', code: '03300', name: 'Concrete', unit: 'CY' } }}
      onClose={onClose}
    />,
    {
      namespaces: ['progress'],
      as: 'employee',
      answers: {
        'POST quantities': null,
        'POST photos': new Refusal(400, { message: 'not now' }),
      },
    },
  );
  await user.type(screen.getByLabelText(words('progress:quantityIn', { unit: 'CY' })), '12');
  await user.upload(
    screen.getByLabelText(words('progress:photo'), { selector: 'input' }),
    new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'wall.jpg', { type: 'image/jpeg' }),
  );
  expect(await screen.findByRole('button', { name: words('common:photo.remove') })).toBeVisible();
  await user.click(
    screen.getByRole('button', {
      name: words('progress:saveAmount', { amount: '12', unit: 'CY' }),
    }),
  );
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [quantity] = backend.sent('POST quantities');
  expect(quantity).toMatchObject({ quantity: 12, project_id: 'project-1' });
  await waitFor(() =>
    expect(backend.sent('POST photos')[0]).toMatchObject({
      id: quantity.photo_id,
      project_id: 'project-1',
      cost_code_id: 'code-1',
    }),
  );
});
