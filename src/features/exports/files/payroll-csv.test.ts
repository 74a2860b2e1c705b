import { describe, expect, it } from 'vitest';
import { payrollCsv } from '@/features/exports/files/payroll-csv';
import type { PayrollRow } from '@/features/exports/payroll-record';

const row = (changes: Partial<PayrollRow>) => ({ total_hours: 0, ...changes }) as PayrollRow;

describe('payrollCsv', () => {
  it('has the header of the spec and one line per employee', () => {
    const rows = [
      row({
        first_name: 'Maria',
        last_name: 'Lopez',
        total_hours: 47.33,
        hourly_rate: 32.5,
        total_earnings: 1531.89,
      }),
      row({
        first_name: 'Sam',
        last_name: 'Reed, Jr.',
        total_hours: 8,
        hourly_rate: 30.037,
        total_earnings: 240,
      }),
    ];
    expect(payrollCsv(rows)).toBe(
      'Name,Hours,Rate,Earnings\r\nMaria Lopez,47.33,32.50,1531.89\r\n"Sam Reed, Jr.",8.00,30.037,240.00\r\n',
    );
  });

  it('takes 0 for a missing rate and defuses formulas in names', () => {
    const rows = [
      row({
        first_name: '=cmd|calc',
        last_name: '',
        total_hours: 1.5,
        hourly_rate: null,
        total_earnings: null,
      }),
    ];
    expect(payrollCsv(rows)).toContain("'=cmd|calc,1.50,0,0\r\n");
  });
});
