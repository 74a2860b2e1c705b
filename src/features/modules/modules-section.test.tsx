import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MODULES } from '@/entities/viewer/module-names';
import type { Role, ViewerAnswer } from '@/entities/viewer/viewer';
import { ModulesSection } from '@/features/modules/modules-section';
import { openPart } from '@/testing/open';

const open = (role: Role, viewer: Partial<ViewerAnswer> = {}) =>
  openPart(<ModulesSection />, { namespaces: ['modules'], as: role, viewer });

test('everything is the default; what comes with use is off until there is some', async () => {
  await open('owner');
  expect(await screen.findByRole('radio', { name: /^Everything/ })).toBeChecked();
  expect(screen.getAllByRole('switch')).toHaveLength(MODULES.length);
  expect(screen.getByRole('switch', { name: 'Scheduling' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Safety' })).toBeChecked();
  for (const name of ['Extra work', 'Expenses', 'Public work'])
    expect(screen.getByRole('switch', { name })).not.toBeChecked();
});

test('a switch acts at once, and Undo puts it back as it was', async () => {
  const { user, backend } = await open('owner');
  backend.answer({ 'POST rpc/set_module': null });
  await user.click(await screen.findByRole('switch', { name: 'Photos' }));
  expect(await screen.findByText('Photos is off')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(backend.sent('POST rpc/set_module')).toHaveLength(2));
  expect(backend.sent('POST rpc/set_module')).toEqual([
    { module_param: 'photos', enabled_param: false },
    { module_param: 'photos', enabled_param: null },
  ]);
});

test('a preset switches the specified menu; with one of it changed there is none', async () => {
  const { user, backend } = await open('owner', { modules: { photos: false } });
  for (const radio of await screen.findAllByRole('radio')) expect(radio).not.toBeChecked();
  backend.answer({ 'POST rpc/set_modules': null });
  await user.click(screen.getByRole('radio', { name: /^Time and payroll/ }));
  expect(await screen.findByText('Time and payroll is chosen')).toBeVisible();
  expect(backend.sent('POST rpc/set_modules')[0]).toEqual({
    preset_param: 'time_and_payroll',
  });
});

test('managers read it', async () => {
  await open('manager');
  expect(await screen.findByText('Owners switch modules on and off.')).toBeVisible();
  for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled();
});
