import type { ListName } from '@/features/imports/lists';
import type { ImportRow } from '@/features/imports/to-rows';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

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

/** Sends the rows in parts. A part that is sent twice is written once. */
export async function importRows(run: Run): Promise<void> {
  for (let from = run.from; from < run.rows.length; ) {
    const part = run.rows.slice(from, from + (from < FIRST_PART ? FIRST_PART : PART));
    const answers = unwrap(
      await supabase()
        .rpc('import_rows', {
          list_param: run.list,
          rows_param: part,
          dry_run_param: run.importId === null,
          first_row_param: from + 1,
          file_param: run.file as never,
          ...(run.importId === null ? {} : { import_id_param: run.importId }),
        })
        .abortSignal(run.signal),
    );
    run.onAnswers(
      answers.map(({ row_number, result, message }) => ({
        index: row_number - 1,
        result: result as RowAnswer['result'],
        message,
      })),
    );
    from += part.length;
  }
}
