import type { ListName } from '@/entities/import/lists';
import { toAppError, unwrap } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';
import { asJson } from '@/lib/json';
import { supabase } from '@/lib/supabase';

/** A row as the database takes it, by the names of its columns. */
export type ImportRow = Record<string, string>;

export interface RowAnswer {
  /** Place in what was sent, from 0. */
  index: number;
  result: 'new' | 'changed' | 'same' | 'error';
  message: string | null;
}

/** A short first part, so that a new installation's tables are known before the long ones. */
const FIRST_PART = 25;
/** Each part is a transaction of its own: nobody's clock waits longer than one takes. */
const PART = 200;
const SMALLEST_PART = 10;
/** The database gives a request eight seconds; a busy one needs smaller parts. */
const TOO_SLOW = '57014';
const TEXTS_MILLISECONDS = 10_000;

/** What can be wrong with a row, in words; without them an import goes on. */
export const loadFaultTexts = (): Promise<void> =>
  loadErrorTexts(['import-faults', 'refusals'], TEXTS_MILLISECONDS);

export interface Run {
  list: ListName;
  rows: readonly ImportRow[];
  /** Null: a dry run. */
  importId: string | null;
  file: { name: string; mapping: unknown };
  /** Rows that were answered already, when a broken run goes on. */
  from: number;
  signal: AbortSignal;
  onAnswers: (answers: RowAnswer[]) => void;
}

async function sendPart(run: Run, from: number, size: number): Promise<RowAnswer[]> {
  const answers = unwrap(
    await supabase()
      .rpc('import_rows', {
        list_param: run.list,
        rows_param: run.rows.slice(from, from + size),
        dry_run_param: run.importId === null,
        first_row_param: from + 1,
        file_param: asJson(run.file),
        ...(run.importId === null ? {} : { import_id_param: run.importId }),
      })
      .abortSignal(run.signal),
  );
  return answers.map(({ row_number, result, message }) => ({
    index: row_number - 1,
    result: result as RowAnswer['result'],
    message,
  }));
}

/** Sends the rows in parts, smaller ones where the database is slow. A part that is sent twice is written once. */
export async function importRows(run: Run): Promise<void> {
  const texts = loadFaultTexts();
  let size = PART;
  for (let from = run.from; from < run.rows.length; ) {
    const count = from < FIRST_PART ? Math.min(FIRST_PART, size) : size;
    try {
      const answers = await sendPart(run, from, count);
      await texts;
      run.onAnswers(answers);
      from += count;
    } catch (cause) {
      const isTooSlow = toAppError(cause).code === TOO_SLOW && count > SMALLEST_PART;
      if (!isTooSlow) throw cause;
      size = Math.max(SMALLEST_PART, Math.floor(count / 2));
    }
  }
}
