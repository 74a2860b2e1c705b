import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RunStrip } from '@/features/payroll/components/run-strip';
import type { RunFacts } from '@/features/payroll/run-steps';
import { openPart, words } from '@/testing/open';

const PERIOD = {
  start: '2026-03-08',
  end: '2026-03-14',
  locked: false,
  current: false,
  lockedAt: null,
};
const FACTS: RunFacts = {
  issues: 0,
  toApprove: 2,
  approved: 1,
  approvable: 1,
  hasPay: true,
  locked: false,
  current: false,
  exportedAt: null,
};
const press = { onFix: vi.fn(), onLock: vi.fn(), onExport: vi.fn() };
const EARLIER = '2026-03-15T15:00:00+00:00';
const MOMENT = '2026-03-16T15:00:00.123456+00:00';

test('Undo takes back what approving all has approved, and only that', async () => {
  const { user, backend } = await openPart(<RunStrip period={PERIOD} facts={FACTS} {...press} />, {
    namespaces: ['payroll'],
    answers: {
      'GET approvals': () =>
        backend.sent('POST rpc/approve_clean_time').length > 0
          ? [{ approved_at: MOMENT }]
          : [{ approved_at: EARLIER }],
      'POST rpc/approve_clean_time': [{ employee_id: 'maria', approved_days: 5 }],
      'POST rpc/take_back_approvals': 5,
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('payroll:run.approve', { count: 1 }) }),
  );
  await user.click(await screen.findByRole('button', { name: words('common:action.undo') }));
  await waitFor(() =>
    expect(screen.getByText(words('payroll:toast.unapproved', { count: 5 }))).toBeVisible(),
  );
  expect(backend.sent('POST rpc/take_back_approvals')).toEqual([
    { start_date_param: PERIOD.start, end_date_param: PERIOD.end, since_param: EARLIER },
  ]);
});

test('the one primary button is the next step, and steps that can be taken are pressed where they stand', async () => {
  const { user } = await openPart(
    <RunStrip period={PERIOD} facts={{ ...FACTS, approved: 2, approvable: 0 }} {...press} />,
    { namespaces: ['payroll'] },
  );
  await user.click(await screen.findByRole('button', { name: words('payroll:lock.action') }));
  expect(press.onLock).toHaveBeenCalledOnce();
  expect(
    screen.getByText(words('payroll:run.detail.approved', { approved: 2, all: 2 })),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('payroll:run.step.export') }));
  expect(press.onExport).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: words('payroll:run.step.approve') })).toBeNull();
});

test('issues come first, and whoever has none can be approved meanwhile', async () => {
  const { user } = await openPart(
    <RunStrip period={PERIOD} facts={{ ...FACTS, issues: 2 }} {...press} />,
    { namespaces: ['payroll'] },
  );
  await user.click(
    await screen.findByRole('button', { name: words('payroll:run.fix', { count: 2 }) }),
  );
  expect(press.onFix).toHaveBeenCalledOnce();
  expect(
    screen.getByRole('button', { name: words('payroll:run.approve', { count: 1 }) }),
  ).toBeVisible();
});
