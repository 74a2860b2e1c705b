import { loadFaultTexts } from '@/entities/import/import-rows';
import type { JournalValues } from '@/features/public-work/facts/api/queries';
import { AMOUNTS, type FactLine } from '@/features/public-work/facts/fact-line';
import type { FactSource } from '@/features/public-work/facts/formats/fact-table';
import { amountText } from '@/features/public-work/facts/formats/money';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { supabase } from '@/lib/supabase';

export type Decision = 'take' | 'keep';

/** A row as the database takes it. Columns the file does not have are not in it. */
export type JournalRow = JournalValues & {
  employee_id: string;
  /** Or the first and the last day of a pay period. */
  week_end?: string;
  period_start?: string;
  period_end?: string;
  decision?: Decision;
  /** What was stored when it was decided. */
  seen?: JournalValues;
};

export const JOURNAL_RESULTS = ['new', 'more', 'same', 'different', 'kept'] as const;

export interface JournalAnswer {
  result: (typeof JOURNAL_RESULTS)[number] | 'unknown' | 'error';
  message: string | null;
  stored: JournalValues | null;
}

export function journalRow(line: FactLine, employeeId: string): JournalRow {
  const amounts = AMOUNTS.flatMap((name) => {
    const cents = line.amounts[name];
    return cents === undefined ? [] : [[name, Number(amountText(cents))]];
  });
  return {
    employee_id: employeeId,
    ...(line.periodStart
      ? { period_start: line.periodStart, period_end: line.weekEnd ?? '' }
      : { week_end: line.weekEnd ?? '' }),
    other: line.other.map(({ name, cents }) => ({ name, amount: Number(amountText(cents)) })),
    ...Object.fromEntries(amounts),
    ...(line.paidOn ? { paid_on: line.paidOn } : {}),
    ...(line.checkNumbers.length > 0
      ? { check_number: line.checkNumbers.join(', ').slice(0, 40) }
      : {}),
  };
}

interface Journal {
  source: FactSource;
  rows: readonly JournalRow[];
  /** Null: only what would happen. */
  importId: string | null;
  file: { name: string; mapping: unknown };
}

/** Answers in the order of the rows. Stored as a whole, or not at all. */
export async function importJournal({ source, rows, importId, file }: Journal) {
  const texts = loadFaultTexts();
  const answers = unwrap(
    await supabase().rpc('import_payroll_journal', {
      source_param: source,
      rows_param: asJson(rows),
      dry_run_param: importId === null,
      ...(importId ? { import_id_param: importId } : {}),
      file_param: asJson(file),
    }),
  );
  await texts;
  return answers as unknown as JournalAnswer[];
}
