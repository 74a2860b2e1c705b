import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TimeOffType } from '@/entities/time-off/time-off-queries';
import { BalanceSteps } from '@/features/time-off/components/balance-steps';
import { openPart, words } from '@/testing/open';

test('what is left after a request stands in the list, each name right beside its value', async () => {
  await openPart(
    <BalanceSteps
      employeeId="ana"
      type={{ id: 'sick', name: 'Sick' } as TimeOffType}
      date="2026-03-10"
      request={12}
    />,
    {
      namespaces: ['time-off'],
      answers: {
        'POST rpc/time_off_explanation': [
          { day: '2026-03-01', kind: 'earned', change: 10, balance: 10 },
        ],
      },
    },
  );
  const left = await screen.findByText(words('time-off:leftAfter'));
  expect(left.nextElementSibling).toHaveTextContent('−2 h');
  const list = left.closest('dl');
  expect(left.parentElement?.parentElement).toBe(list);
  for (const line of list?.children ?? []) expect(line.firstElementChild?.tagName).toBe('DT');
});
