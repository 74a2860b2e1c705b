import { amountText, centsOf } from '../payroll-api/journal-row.ts';
import type { JournalRow } from '../system.ts';
import type { AdpClient, PayStatement } from './adp-client.ts';
import { readPayrollFile } from './person-id.ts';

/** Pay dates to look back, of each person: some weeks, so that a late run is found too. */
const PAY_DATES = 4;

/**
 * Gross, net and pay date of the pay statements of these people. Statements of two payroll files of one person
 * are not told apart by ADP, so who has two is left out.
 */
export async function readAdpJournal(
  client: AdpClient,
  personIds: readonly string[],
  from: string,
): Promise<JournalRow[]> {
  const byWorker = Map.groupBy(personIds, (id) => readPayrollFile(id)?.associateOID ?? '');
  const rows: JournalRow[] = [];
  for (const [associateOID, [personId, second]] of byWorker) {
    if (associateOID === '' || personId === undefined || second !== undefined) continue;
    for (const listed of await client.payStatements(associateOID, PAY_DATES)) {
      if ((listed.payDate ?? '') < from || listed.payAdjustmentIndicator) continue;
      const statement = listed.payPeriod
        ? listed
        : await client.payStatement(listed.payDetailUri?.href ?? '');
      if (statement) rows.push(...rowOf(personId, { ...listed, ...statement }));
    }
  }
  return rows;
}

function rowOf(personId: string, statement: PayStatement): JournalRow[] {
  const gross = centsOf(statement.grossPayAmount?.amountValue);
  const net = centsOf(statement.netPayAmount?.amountValue);
  const { startDate, endDate } = statement.payPeriod ?? {};
  if (gross === null || net === null || !startDate || !endDate) return [];
  return [
    {
      person_id: personId,
      period_start: startDate,
      period_end: endDate,
      gross_all: amountText(gross),
      net: amountText(net),
      ...(statement.payDate && { paid_on: statement.payDate }),
    },
  ];
}
