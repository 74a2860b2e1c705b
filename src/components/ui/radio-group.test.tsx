import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';

test('an arrow key that is let go before the focus has moved chooses all the same', async () => {
  render(
    <RadioGroup defaultValue="visitor">
      <RadioItem value="visitor" label="Visitor" />
      <RadioItem value="subcontractor" label="Subcontractor" />
    </RadioGroup>,
  );
  const first = screen.getByRole('radio', { name: 'Visitor' });
  const second = screen.getByRole('radio', { name: 'Subcontractor' });
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  fireEvent.keyUp(first, { key: 'ArrowDown' });
  await expect.poll(() => document.activeElement).toBe(second);
  expect(second).toBeChecked();
});
