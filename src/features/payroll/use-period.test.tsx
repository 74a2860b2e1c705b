import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePeriod } from '@/features/payroll/use-period';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { openPart } from '@/testing/open';

const row = (start_date: string, end_date: string, status: string, is_current = false) => ({
  start_date,
  end_date,
  status,
  is_current,
});
const CURRENT = row('2026-03-16', '2026-03-22', 'open', true);
const BEFORE = row('2026-03-02', '2026-03-08', 'locked');

function Shown() {
  const { period } = usePeriod();
  return <p>{period ? `${period.start} ${period.locked ? 'locked' : 'open'}` : 'none'}</p>;
}

test('opens on the period to run and stays there once it is locked', async () => {
  const { backend } = await openPart(<Shown />, {
    namespaces: ['payroll'],
    answers: {
      'POST rpc/recent_pay_periods': [CURRENT, row('2026-03-09', '2026-03-15', 'open'), BEFORE],
      'GET work_totals': [{ work_date: '2026-03-10' }],
    },
  });
  expect(await screen.findByText('2026-03-09 open')).toBeVisible();
  backend.answer({
    'POST rpc/recent_pay_periods': [CURRENT, row('2026-03-09', '2026-03-15', 'locked'), BEFORE],
  });
  await queryClient.invalidateQueries({ queryKey: [queryKeys.payroll] });
  expect(await screen.findByText('2026-03-09 locked')).toBeVisible();
});
