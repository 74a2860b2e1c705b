import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeriodHeader } from '@/features/payroll/components/period-header';
import { openPart, words } from '@/testing/open';

const PERIOD = { start: '2026-03-08', end: '2026-03-14', locked: false, current: false };
const EARLIER = '2026-03-15T15:00:00+00:00';
const MOMENT = '2026-03-16T15:00:00.123456+00:00';

test('Undo takes back what approving all has approved, and only that', async () => {
  const { user, backend } = await openPart(
    <PeriodHeader
      periods={[PERIOD]}
      period={PERIOD}
      onOpen={() => undefined}
      onExport={() => undefined}
    />,
    {
      namespaces: ['payroll'],
      answers: {
        'GET approvals': () =>
          backend.sent('POST rpc/approve_clean_time').length > 0
            ? [{ approved_at: MOMENT }]
            : [{ approved_at: EARLIER }],
        'POST rpc/approve_clean_time': [{ employee_id: 'maria', approved_days: 5 }],
        'POST rpc/take_back_approvals': 5,
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: words('payroll:approve.allClean') }));
  await user.click(await screen.findByRole('button', { name: words('common:action.undo') }));
  expect(await screen.findByText(words('payroll:toast.unapproved', { count: 5 }))).toBeVisible();
  expect(backend.sent('POST rpc/take_back_approvals')).toEqual([
    { start_date_param: PERIOD.start, end_date_param: PERIOD.end, since_param: EARLIER },
  ]);
});
