import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Tooltip } from '@/components/ui/tooltip';
import { openPart } from '@/testing/open';

const part = (
  <Tooltip content="Delete this entry">
    <button type="button">Delete</button>
  </Tooltip>
);

test('describes what has the focus, until Esc', async () => {
  const { user } = await openPart(part, { namespaces: [], as: null });
  const button = screen.getByRole('button');
  expect(button).not.toHaveAccessibleDescription();
  await user.tab();
  expect(screen.getByRole('tooltip')).toHaveTextContent('Delete this entry');
  expect(button).toHaveAccessibleDescription('Delete this entry');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(button).toHaveFocus();
});

test('comes to the mouse after a moment, stays on a way to it and goes with a press', async () => {
  const { user } = await openPart(part, { namespaces: [], as: null });
  await user.hover(screen.getByRole('button'));
  const bubble = await screen.findByRole('tooltip');
  await user.hover(bubble);
  expect(bubble).toBeInTheDocument();
  await user.hover(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});
