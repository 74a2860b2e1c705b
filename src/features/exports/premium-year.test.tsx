import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { premiumCsv, premiumOf } from '@/features/exports/files/premium-csv';
import type { PayrollRow } from '@/features/exports/payroll-record';
import PremiumYear from '@/features/exports/premium-year';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const row = (first_name: string, flsa_overtime_premium: number | null) =>
  ({
    employee_id: first_name,
    first_name,
    last_name: 'Lopez',
    employee_number: '000101',
    flsa_overtime_premium,
  }) as PayrollRow;
const ROWS = [row('Maria', 110.14), row('Ben', 0), row('Cora', 50.1), row('Dev', null)];

test('lists the premium of the year by person with its total', async () => {
  const { backend } = await openPart(
    <PremiumYear companyId={COMPANY_ID} onClose={() => undefined} />,
    { namespaces: ['exports'], answers: { 'POST rpc/generate_payroll_export_data': ROWS } },
  );
  expect(await screen.findByText('$110.14')).toBeVisible();
  expect(screen.getByText('$160.24')).toBeVisible();
  expect(screen.queryByText('Ben Lopez')).toBeNull();
  expect(screen.getByRole('button', { name: words('exports:premium.save') })).toBeEnabled();
  const [asked] = backend.sent('POST rpc/generate_payroll_export_data') as {
    start_date_param: string;
    end_date_param: string;
  }[];
  expect(asked?.start_date_param).toMatch(/-01-01$/);
  expect(asked?.end_date_param).toMatch(/-12-31$/);
});

test('the file has the same amounts', () => {
  expect(premiumCsv(premiumOf(ROWS).people)).toBe(
    'Employee number,Last name,First name,W-2 box 12 TT\r\n000101,Lopez,Maria,110.14\r\n000101,Lopez,Cora,50.10\r\n',
  );
});
