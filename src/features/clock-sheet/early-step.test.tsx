import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EarlyStep } from '@/features/clock-sheet/early-step';
import { openPart, words } from '@/testing/open';

async function openStep(rule: 'ask_reason' | 'from_shift') {
  const onDone = vi.fn();
  const early = {
    rule,
    clocked_in_at: '2026-03-11T10:40:00Z',
    shift_starts_at: '2026-03-11T11:00:00Z',
  };
  const opened = await openPart(<EarlyStep early={early} entryId="entry-1" onDone={onDone} />, {
    namespaces: ['verification'],
    as: 'employee',
    answers: { 'POST rpc/explain_early_clock_in': {} },
  });
  return { ...opened, onDone };
}

test('asks why, and sends the reason', async () => {
  const { user, backend, onDone } = await openStep('ask_reason');
  await user.type(screen.getByLabelText(words('verification:early.reason')), ' Concrete came ');
  await user.click(screen.getByRole('button', { name: words('verification:early.send') }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(backend.sent('POST rpc/explain_early_clock_in')).toMatchObject([
    { time_entry_id_param: 'entry-1', reason_param: 'Concrete came' },
  ]);
});

test('says from when time counts, and can be skipped without a reason', async () => {
  const told = await openStep('from_shift');
  expect(screen.queryByRole('textbox')).toBeNull();
  await told.user.click(
    screen.getByRole('button', { name: words('verification:early.understood') }),
  );
  expect(told.onDone).toHaveBeenCalledOnce();
  expect(told.backend.sent('POST rpc/explain_early_clock_in')).toEqual([]);
});
