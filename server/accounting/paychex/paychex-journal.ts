import { amountText, centsOf, type NamedAmount, taxColumns } from '../payroll-api/journal-row.ts';
import type { JournalRow } from '../system.ts';
import type { PaychexClient } from './paychex-client.ts';
import {
  dayOf,
  isProcessed,
  type PayPeriod,
  type ProcessedCheck,
  type ProcessedLine,
} from './paychex-shapes.ts';

/** Checks of all pay periods that were run and end in these days. */
export async function readPaychexJournal(
  client: PaychexClient,
  companyId: string,
  from: string,
  to: string,
): Promise<JournalRow[]> {
  const periods = (await client.payPeriods(companyId, from, to)).filter(isProcessed);
  const rows: JournalRow[] = [];
  for (const period of periods) {
    const checks = await client.processedChecks(companyId, period.payPeriodId);
    rows.push(...checks.flatMap((check) => rowOf(period, check)));
  }
  return rows;
}

/** A check without amounts says nothing. */
function rowOf(period: PayPeriod, check: ProcessedCheck): JournalRow[] {
  const gross = centsOf(check.grossEarnings);
  const net = centsOf(check.netPay);
  if (gross === null || net === null) return [];
  return [
    {
      person_id: check.workerId,
      period_start: dayOf(period.startDate),
      period_end: dayOf(period.endDate),
      gross_all: amountText(gross),
      net: amountText(net),
      ...(check.checkDate && { paid_on: dayOf(check.checkDate) }),
      ...(check.checkNumber && { check_number: check.checkNumber }),
      ...taxColumns(amounts(check.taxes), amounts(check.deductions)),
    },
  ];
}

function amounts(lines: readonly ProcessedLine[] = []): NamedAmount[] {
  return lines
    .filter(({ effectOnPay }) => effectOnPay !== 'EMPLOYER_INFORMATIONAL')
    .flatMap(({ name, amount }) => {
      const cents = centsOf(amount);
      return cents ? [{ name: name ?? '', cents: Math.abs(cents) }] : [];
    });
}
