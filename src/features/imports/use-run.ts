import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ImportRow, importRows, type RowAnswer } from '@/entities/import/import-rows';
import type { FileTable } from '@/features/imports/read-file';
import { isLongNight, type Reading, toRow } from '@/features/imports/to-rows';
import { uuidv7 } from '@/lib/uuid';

/** Answer for a row of the file, counted from 1 below the headings. */
export interface RowResult {
  row: number;
  /** `question`: the row could be imported, but probably says something else than was meant. */
  result: RowAnswer['result'] | 'question';
  /** A word for what is wrong; `text.…` where the file itself is. */
  message: string | null;
}

export type Phase = 'ready' | 'checking' | 'checked' | 'importing' | 'stopped' | 'done';

interface State {
  phase: Phase;
  results: RowResult[];
  /** Numbers of the rows that are sent, in order. */
  sending: readonly number[];
  importId: string | null;
  error: unknown;
}

const READY: State = { phase: 'ready', results: [], sending: [], importId: null, error: null };

/** A dry run over the whole file, then the same with the good rows; both in parts, with progress. */
export function useRun(table: FileTable | null, reading: Reading) {
  const client = useQueryClient();
  const [state, setState] = useState<State>(READY);
  const [takesNights, takeNights] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const file = { name: table?.name ?? '', mapping: { ...reading, list: undefined } };

  /** Sends the rows with these numbers; resumes after those that have an answer. */
  async function send(numbers: readonly number[], importId: string | null, before: RowResult[]) {
    abort.current = new AbortController();
    const results = [...before];
    const phase = importId === null ? 'checking' : 'importing';
    setState({ phase, results, sending: numbers, importId, error: null });
    const rows: ImportRow[] = numbers.map((row) =>
      toRow(table?.rows[row - 1]?.cells ?? [], reading),
    );
    try {
      await importRows({
        list: reading.list,
        rows,
        importId,
        file,
        from: before.length,
        signal: abort.current.signal,
        onAnswers: (answers) => {
          results.push(
            ...answers.map(({ index, result, message }) => ({
              row: numbers[index] ?? 0,
              result,
              message,
            })),
          );
          setState((now) => ({ ...now, results: [...results] }));
        },
      });
      setState((now) => ({ ...now, phase: importId === null ? 'checked' : 'done' }));
    } catch (error) {
      setState((now) => ({ ...now, phase: importId === null ? 'ready' : 'stopped', error }));
    } finally {
      if (importId !== null) await client.invalidateQueries();
    }
  }

  const numbers = (table?.rows ?? []).flatMap(({ problem }, index) => (problem ? [] : [index + 1]));
  const broken: RowResult[] = (table?.rows ?? []).flatMap(({ problem }, index) =>
    problem ? [{ row: index + 1, result: 'error' as const, message: `text.${problem}` }] : [],
  );
  const isNight = ({ row, result }: RowResult): boolean =>
    (result === 'new' || result === 'changed') &&
    isLongNight(table?.rows[row - 1]?.cells ?? [], reading);
  const checked = state.results.map(
    (answer): RowResult =>
      isNight(answer) ? { ...answer, result: 'question', message: 'import_long_night' } : answer,
  );
  const questions = checked.filter(({ result }) => result === 'question').length;
  const good = (takesNights ? state.results : checked)
    .filter(({ result }) => result !== 'error' && result !== 'question')
    .map(({ row }) => row);
  return {
    ...state,
    /** What was checked, with the rows that could not even be sent. */
    all: [...broken, ...(takesNights ? state.results : checked)].sort((a, b) => a.row - b.row),
    /** Nights of more than twelve hours, which are left out until somebody says they are right. */
    questions,
    takesNights,
    takeNights,
    good: state.phase === 'checked' ? good.length : 0,
    check: () => send(numbers, null, []),
    start: () => send(good, uuidv7(), []),
    goOn: () => send(state.sending, state.importId, state.results),
    stop: () => abort.current?.abort(),
    reset: () => {
      setState(READY);
      takeNights(false);
    },
  };
}
