import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { importRows, type RowAnswer } from '@/features/imports/api/import-rows';
import type { FileTable } from '@/features/imports/read-file';
import { type ImportRow, type Reading, toRow } from '@/features/imports/to-rows';
import { uuidv7 } from '@/lib/uuid';

/** Answer for a row of the file, counted from 1 below the headings. */
export interface RowResult {
  row: number;
  result: RowAnswer['result'];
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
  const good = state.results.filter(({ result }) => result !== 'error').map(({ row }) => row);
  return {
    ...state,
    /** What was checked, with the rows that could not even be sent. */
    all: [...broken, ...state.results].sort((a, b) => a.row - b.row),
    good: state.phase === 'checked' ? good.length : 0,
    check: () => send(numbers, null, []),
    start: () => send(good, uuidv7(), []),
    goOn: () => send(state.sending, state.importId, state.results),
    stop: () => abort.current?.abort(),
    reset: () => setState(READY),
  };
}
