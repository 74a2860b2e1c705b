import { useRef, useState } from 'react';
import { type RowResult, type RowWrite, useSaveRows } from '@/features/lists/api/save-rows';
import type { CellContext } from '@/features/lists/cell-values';
import {
  type Draft,
  type Drafts,
  isSavable,
  judge,
  type TextChange,
  withTexts,
} from '@/features/lists/drafts';
import { isArchived, type ListDefinition, type ListRow } from '@/features/lists/list-definition';
import { resultText } from '@/features/lists/result-text';
import { type AppError, toAppError } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';

const CHUNK = 500;

interface Options {
  definition: ListDefinition;
  rows: readonly ListRow[];
  context: CellContext;
  companyId: string;
}

/** Drafts of a list, their saving, and what undoes it. */
export function useListEditing({ definition, rows, context, companyId }: Options) {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [failure, setFailure] = useState<AppError | null>(null);
  /** Rows added here stand at the end, in their order, until the list is opened again. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const [undoable, setUndoable] = useState<readonly (readonly RowWrite[])[]>([]);
  const latest = useRef(drafts);
  /** A row is saved by one call at a time: a second one would add it again, or change what is not there yet. */
  const underway = useRef(new Set<string>());
  /** Typed into meanwhile. */
  const waiting = useRef(new Set<string>());
  const save = useSaveRows(companyId);
  const saved = new Map(rows.map((row) => [row.id, row]));

  const keep = (next: Drafts): void => {
    latest.current = next;
    setDrafts(next);
  };

  /** Takes what was saved out of the drafts, and puts the reason to what was refused. */
  const settle = (sent: readonly RowWrite[], results: readonly RowResult[], then: Drafts): void => {
    const next = new Map(latest.current);
    for (const [index, result] of results.entries()) {
      const write = sent[index];
      const draft = write && next.get(write.id);
      if (!write || !draft) continue;
      // What was typed meanwhile is still to be saved.
      const columns = Object.keys(write.values ?? {}).filter(
        (key) => then.get(draft.key)?.texts[key] === draft.texts[key],
      );
      next.set(draft.key, settled(draft, columns, result, definition));
      if (Object.keys(next.get(draft.key)?.texts ?? {}).length === 0) next.delete(draft.key);
    }
    keep(next);
    setAdded((before) => [
      ...before,
      ...results
        .filter(({ result, id }) => result === 'new' && !before.includes(id))
        .map(({ id }) => id),
    ]);
  };

  /** Saves in calls of some hundred rows; remembers how to take all of it back. */
  const write = async (writes: readonly RowWrite[], remember = true): Promise<RowResult[]> => {
    const all: RowResult[] = [];
    const back: RowWrite[] = [];
    const then = latest.current;
    for (const { id } of writes) underway.current.add(id);
    setFailure(null);
    try {
      for (let at = 0; at < writes.length; at += CHUNK) {
        const chunk = writes.slice(at, at + CHUNK);
        const results = await save.mutateAsync({ list: definition.name, rows: chunk });
        settle(chunk, results, then);
        all.push(...results);
        back.push(...results.flatMap((result, index) => inverse(result, chunk[index], saved)));
      }
    } catch (error) {
      setFailure(toAppError(error));
    }
    for (const { id } of writes) underway.current.delete(id);
    sendWaiting();
    if (remember && back.length > 0) setUndoable((before) => [...before.slice(-49), back]);
    return all;
  };

  const send = (keys: Iterable<string>): Promise<RowResult[]> => {
    const writes: RowWrite[] = [];
    for (const key of keys) {
      if (underway.current.has(key)) {
        waiting.current.add(key);
        continue;
      }
      const draft = latest.current.get(key);
      const judged = draft && judge(draft, definition, context);
      if (draft && judged && isSavable(draft, judged))
        writes.push(
          draft.isNew
            ? { id: key, new: true, values: judged.values }
            : { id: key, values: judged.values, based_on: basedOn(draft.before, judged.values) },
        );
    }
    return writes.length > 0 ? write(writes) : Promise.resolve([]);
  };

  const sendWaiting = (): void => {
    const keys = [...waiting.current];
    waiting.current.clear();
    void send(keys);
  };

  return {
    drafts,
    added,
    failure,
    saving: save.isPending,
    canUndo: undoable.length > 0 || drafts.size > 0,
    /** Texts into cells; pasted blocks wait for `saveAll`. */
    change(changes: readonly TextChange[], pasted = false): void {
      keep(withTexts(latest.current, changes, saved, definition, context, pasted));
      const keys = new Set(changes.map(({ key }) => key));
      void send([...keys].filter((key) => latest.current.get(key)?.stage !== 'pasted'));
    },
    saveAll: () => {
      const tried = [...latest.current].map(([key, draft]): [string, Draft] => [
        key,
        { ...draft, stage: 'tried' },
      ]);
      keep(new Map(tried));
      return send(latest.current.keys());
    },
    write,
    discard: (): void => {
      setFailure(null);
      keep(new Map());
    },
    /** What is not saved goes first, then what was saved last. */
    undo(): void {
      const last = undoable.at(-1);
      if (latest.current.size > 0) keep(new Map());
      else if (last) {
        setUndoable(undoable.slice(0, -1));
        void write(last, false);
      }
    },
    archive(ids: readonly string[]): Promise<RowResult[]> {
      return write(ids.flatMap((id) => archiving(definition, saved.get(id))));
    },
  };
}

function settled(
  draft: Draft,
  columns: readonly string[],
  result: RowResult,
  definition: ListDefinition,
): Draft {
  if (result.result === 'error') {
    const column = definition.columns.find(({ key }) => key === result.column_name)?.key;
    const at = column ?? columns[0];
    // All of it was typed anew meanwhile, and is saved next.
    if (at === undefined) return draft;
    return {
      ...draft,
      texts: { ...draft.texts, [at]: draft.texts[at] ?? '' },
      refused: { ...draft.refused, [at]: resultText(result) },
    };
  }
  const texts = Object.entries(draft.texts).filter(([key]) => !columns.includes(key));
  // Cells of a new row that were left empty are saved as well.
  const kept = draft.isNew ? texts.filter(([, text]) => text.trim() !== '') : texts;
  const before = Object.entries(draft.before).filter(([key]) => !columns.includes(key));
  return {
    ...draft,
    isNew: false,
    stage: 'typed',
    texts: Object.fromEntries(kept),
    before: Object.fromEntries(before),
  };
}

/** Of these cells, what they were. */
const basedOn = (row: Readonly<Record<string, unknown>>, values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(values).map((key) => [key, row[key] ?? null]));

/** What takes a saved row back. */
function inverse(
  { result, id, saved: after }: RowResult,
  write: RowWrite | undefined,
  before: ReadonlyMap<string, ListRow>,
): RowWrite[] {
  const row = before.get(id);
  const columns = Object.keys(write?.values ?? {});
  if (result === 'new') return [{ id, delete: true }];
  if (result === 'changed' && row)
    return [
      {
        id,
        values: Object.fromEntries(columns.map((key) => [key, row[key] ?? null])),
        // What somebody else changed after it is not taken back with it.
        ...(after ? { based_on: basedOn(after, write?.values ?? {}) } : {}),
      },
    ];
  if (result === 'deleted' && after) {
    const {
      id: _id,
      company_id: _company,
      created_at: _at,
      created_by: _by,
      updated_at: _to,
      ...values
    } = after;
    return [{ id, new: true, values }];
  }
  return [];
}

/** Archives a row, brings it back, or deletes it where the list has no archive. */
function archiving(definition: ListDefinition, row: ListRow | undefined): RowWrite[] {
  if (!row) return [];
  const { archive } = definition;
  if (!archive) return [{ id: row.id, delete: true }];
  const { column, archived, restored } = archive;
  const stored = archived === 'now' ? new Date(serverNow()).toISOString() : archived;
  return [{ id: row.id, values: { [column]: isArchived(definition, row) ? restored : stored } }];
}
