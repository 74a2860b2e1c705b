import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { PayPeriodFields } from '@/features/settings/components/pay-period-fields';
import { openPart, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

test('another first day shows which days it concerns before it is saved', async () => {
  const save = vi.fn();
  const company = viewerIn('owner').company as ViewerCompany;
  const { user, backend } = await openPart(
    <PayPeriodFields company={company} disabled={false} onSave={save} />,
    {
      namespaces: ['settings'],
      answers: {
        'POST rpc/pay_period_preview': [
          { start_date: '2026-03-15', end_date: '2026-03-17', shortened: true, is_current: false },
          { start_date: '2026-03-18', end_date: '2026-03-24', shortened: false, is_current: true },
        ],
      },
    },
  );
  const anchor = await screen.findByLabelText(words('settings:company.anchor'));
  await user.clear(anchor);
  await user.type(anchor, '1/7/2026{Tab}');
  expect(await screen.findByText(/Mar 15/)).toBeVisible();
  expect(screen.getByText(words('settings:company.change.shortened'))).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  expect(backend.sent('POST rpc/pay_period_preview')).toEqual([
    { kind_param: 'weekly', anchor_param: '2026-01-07' },
  ]);
  await user.click(screen.getByRole('button', { name: words('settings:company.change.action') }));
  expect(save).toHaveBeenCalledExactlyOnceWith({
    pay_period_kind: 'weekly',
    pay_period_anchor: '2026-01-07',
  });
});
