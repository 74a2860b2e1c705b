import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DocumentsScreen } from '@/features/documents/documents-screen';
import { EquipmentScreen } from '@/features/equipment/equipment-screen';
import { openPart } from '@/testing/open';

/** Nobody has answered yet: how many there are is not known, and not nought. */
const never = () => new Promise(() => undefined);

test('equipment says no number before it knows one', async () => {
  await openPart(<EquipmentScreen />, {
    namespaces: ['equipment'],
    as: 'employee',
    answers: { 'GET equipment': never },
  });
  const tab = await screen.findByRole('tab', { name: /^All/ });
  expect(tab).toHaveAccessibleName('All');
});

test('documents say no number before they know one', async () => {
  await openPart(<DocumentsScreen />, {
    namespaces: ['documents', 'bulletin'],
    as: 'employee',
    answers: {
      'GET folders': never,
      'GET documents': never,
      'GET projects': [],
      'POST rpc/documents_to_sign': never,
    },
  });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText(/\b0 files/)).toBeNull();
  expect(screen.getByRole('button', { name: /^Required reading/ })).toHaveAccessibleName(
    'Required reading',
  );
});
