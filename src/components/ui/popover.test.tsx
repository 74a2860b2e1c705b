import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { openPart } from '@/testing/open';

const part = (
  <>
    <Popover>
      <PopoverTrigger>Columns</PopoverTrigger>
      <PopoverContent aria-label="Columns">
        <input aria-label="Name" />
      </PopoverContent>
    </Popover>
    <button type="button">Elsewhere</button>
  </>
);

const trigger = () => screen.getByRole('button', { name: 'Columns' });
const panel = () => screen.queryByRole('dialog', { name: 'Columns' });

test('takes the focus when it opens and gives it back on Esc', async () => {
  const { user } = await openPart(part, { namespaces: [], as: null });
  await user.tab();
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText('Name'));
  expect(trigger()).toHaveAttribute('aria-expanded', 'true');
  expect(trigger()).toHaveAttribute('aria-controls', panel()?.id);
  await user.keyboard('{Escape}');
  expect(panel()).toBeNull();
  await expect.poll(() => document.activeElement).toBe(trigger());
});

test('its trigger closes it, and so does a press elsewhere, which keeps the focus', async () => {
  const { user } = await openPart(part, { namespaces: [], as: null });
  await user.click(trigger());
  await screen.findByLabelText('Name');
  await user.click(trigger());
  expect(panel()).toBeNull();
  await user.click(trigger());
  await screen.findByLabelText('Name');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await expect.poll(panel).toBeNull();
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});
