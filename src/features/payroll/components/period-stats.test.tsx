import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeriodStats } from '@/features/payroll/components/period-stats';
import type { PeriodSummary } from '@/features/payroll/period-summary';
import { openPart } from '@/testing/open';

const SUMMARY: PeriodSummary = {
  people: 2,
  minutes: 5000,
  regular: 4510,
  overtime: 400,
  double: 90,
  overtimePeople: 1,
  earningsCents: 100_000,
  leave: 0,
  premiumCents: 0,
  fringeCents: 0,
  otherCents: 0,
  repaidCents: 0,
  incomplete: false,
  needReview: 0,
  atWork: 0,
  ready: 0,
};

test('the overtime card shows what the overtime column adds up to, double time beside it', async () => {
  await openPart(<PeriodStats summary={SUMMARY} previousCents={null} />, {
    namespaces: ['payroll'],
  });
  expect(await screen.findByText('6 h 40 min')).toBeVisible();
  expect(screen.getByText('1 person, and 1 h 30 min double time')).toBeVisible();
});
