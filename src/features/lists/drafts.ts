import {
  type CellContext,
  type ProblemCode,
  readCell,
  showCell,
} from '@/features/lists/cell-values';
import type { ListDefinition, ListName, ListRow } from '@/features/lists/list-definition';

/** What was typed or pasted into a row and is not saved yet. */
export interface Draft {
  key: string;
  isNew: boolean;
  /** Typed cells save by themselves; a pasted block waits until somebody looked at it and tried to save. */
  stage: 'typed' | 'pasted' | 'tried';
  texts: Readonly<Record<string, string>>;
  /** What these cells were when somebody began to type into them. */
  before: Readonly<Record<string, unknown>>;
  /** Cells the database refused, in words. */
  refused: Readonly<Record<string, string>>;
}

export type Drafts = ReadonlyMap<string, Draft>;

export interface CellProblem {
  code: ProblemCode | 'refused';
  /** The database's reason. */
  words?: string;
  list?: ListName;
}

export interface Judged {
  /** Columns that can be saved. */
  values: Record<string, unknown>;
  problems: Record<string, CellProblem>;
  /** Required cells of a new row that are still empty. */
  missing: string[];
}

export interface TextChange {
  key: string;
  column: string;
  text: string;
}

export function judge(draft: Draft, definition: ListDefinition, context: CellContext): Judged {
  const judged: Judged = { values: {}, problems: {}, missing: [] };
  for (const column of definition.columns) {
    const text = draft.texts[column.key];
    if (draft.isNew && column.required && !text?.trim()) judged.missing.push(column.key);
    else if (text !== undefined) {
      const read = readCell(column, text, context);
      const refused = draft.refused[column.key];
      if (!read.ok) {
        judged.problems[column.key] = {
          code: read.problem,
          ...(read.list ? { list: read.list } : {}),
        };
      } else if (refused) judged.problems[column.key] = { code: 'refused', words: refused };
      else if (!draft.isNew || text.trim() !== '') judged.values[column.key] = read.value;
    }
  }
  return judged;
}

/** New rows are saved whole; of others every cell that is right. */
export function isSavable(draft: Draft, { values, problems, missing }: Judged): boolean {
  if (draft.isNew && (missing.length > 0 || Object.keys(problems).length > 0)) return false;
  return Object.keys(values).length > 0;
}

/** The drafts after cells got new texts; a cell that is as saved again is no draft. */
export function withTexts(
  drafts: Drafts,
  changes: readonly TextChange[],
  saved: ReadonlyMap<string, ListRow>,
  definition: ListDefinition,
  context: CellContext,
  pasted: boolean,
): Drafts {
  const next = new Map(drafts);
  const columns = new Map(definition.columns.map((column) => [column.key, column]));
  for (const { key, column: name, text } of changes) {
    const column = columns.get(name);
    const row = saved.get(key);
    if (!column) continue;
    const draft = next.get(key) ?? {
      key,
      isNew: !row,
      stage: 'typed' as const,
      texts: {},
      before: {},
      refused: {},
    };
    const { [name]: _text, ...texts } = draft.texts;
    const { [name]: _refused, ...refused } = draft.refused;
    const { [name]: begun = row?.[name] ?? null, ...before } = draft.before;
    const isSaved = row ? showCell(column, row[name], context) === text : text === '';
    const changed = {
      ...draft,
      stage: pasted ? ('pasted' as const) : draft.stage,
      texts: isSaved ? texts : { ...texts, [name]: text },
      before: isSaved || !row ? before : { ...before, [name]: begun },
      refused,
    };
    if (Object.keys(changed.texts).length === 0) next.delete(key);
    else next.set(key, changed);
  }
  return next;
}

export interface Summary {
  added: number;
  changed: number;
  wrong: number;
  savable: number;
  /** Rows that do not save by themselves: pasted, wrong or incomplete ones. */
  waiting: number;
}

export function summarize(
  drafts: Drafts,
  definition: ListDefinition,
  context: CellContext,
): Summary {
  const sum: Summary = { added: 0, changed: 0, wrong: 0, savable: 0, waiting: 0 };
  for (const draft of drafts.values()) {
    const judged = judge(draft, definition, context);
    if (draft.isNew) sum.added++;
    else sum.changed++;
    sum.wrong += Object.keys(judged.problems).length + judged.missing.length;
    const savable = isSavable(draft, judged);
    if (savable) sum.savable++;
    if (!savable || draft.stage === 'pasted' || Object.keys(judged.problems).length > 0)
      sum.waiting++;
  }
  return sum;
}
