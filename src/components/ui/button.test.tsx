import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '@/components/ui/button';

test('a busy button keeps the focus and refuses presses, Enter in its form among them', async () => {
  const user = userEvent.setup();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const press = vi.fn();
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} onClick={press}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(submit).toHaveBeenCalledTimes(1);
  rerender(form(true));
  expect(save).toHaveFocus();
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  await user.click(save);
  await user.type(screen.getByLabelText('Name'), 'Rosa{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
  expect(press).toHaveBeenCalledTimes(1);
  rerender(form(false));
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(submit).toHaveBeenCalledTimes(2);
});
