import type { ListColumn, ListName } from '@/features/lists/list-definition';
import { formatHoursMinutes } from '@/lib/duration';
import type { DateFormat, IsoDate } from '@/lib/format';
import { parseLooseDate } from '@/lib/loose-date';
import { readNumber } from '@/lib/read-number';

export interface LookupRow {
  id: string;
  name: string;
  archived: boolean;
}

/** What reading and showing a cell needs to know of the world. */
export interface CellContext {
  lookups: ReadonlyMap<ListName, readonly LookupRow[]>;
  /** Words of a stored choice. */
  word: (words: string, value: string) => string;
  yes: string;
  no: string;
  showDate: (date: IsoDate) => string;
  dateFormat: DateFormat;
  today: IsoDate;
}

export type ProblemCode =
  | 'required'
  | 'number'
  | 'ambiguous'
  | 'date'
  | 'yesNo'
  | 'choice'
  | 'unknown'
  | 'twice';

export type Read =
  | { ok: true; value: unknown }
  | { ok: false; problem: ProblemCode; list?: ListName };

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

interface Index {
  byId: ReadonlyMap<string, LookupRow>;
  byName: ReadonlyMap<string, LookupRow[]>;
}
const indexes = new WeakMap<readonly LookupRow[], Index>();

/** Thousands of cells ask for the same few thousand rows. */
function indexOf(rows: readonly LookupRow[] = []): Index {
  const known = indexes.get(rows);
  if (known) return known;
  const byName = new Map<string, LookupRow[]>();
  for (const row of rows) {
    const name = plain(row.name);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  const index = { byId: new Map(rows.map((row) => [row.id, row])), byName };
  indexes.set(rows, index);
  return index;
}

export function showCell({ kind }: ListColumn, value: unknown, context: CellContext): string {
  if (kind.type === 'count') {
    return Array.isArray(value) && value.length > 0 ? String(value.length) : '';
  }
  if (value === null || value === undefined || value === '') return '';
  switch (kind.type) {
    case 'minutes':
      return Number(value) > 0 ? formatHoursMinutes(Number(value) * 60) : '';
    case 'number':
      return (Number(value) / (kind.scale ?? 1)).toFixed(kind.digits);
    case 'date':
      return context.showDate(String(value));
    case 'yesNo':
      return value === true ? context.yes : context.no;
    case 'choice':
      return kind.values.includes(String(value))
        ? context.word(kind.words, String(value))
        : String(value);
    case 'row':
      return indexOf(context.lookups.get(kind.list)).byId.get(String(value))?.name ?? '';
    default:
      return String(value);
  }
}

/** Texts to choose from, for columns that have some. */
export function optionsOf({ kind }: ListColumn, context: CellContext): string[] | undefined {
  if (kind.type === 'yesNo') return [context.yes, context.no];
  if (kind.type === 'choice') return kind.values.map((value) => context.word(kind.words, value));
  if (kind.type !== 'row' && kind.type !== 'name') return undefined;
  const rows = context.lookups.get(kind.list) ?? [];
  return rows.filter(({ archived }) => !archived).map(({ name }) => name);
}

/** What a typed or pasted text means in its column, or why it means nothing. */
export function readCell(column: ListColumn, typed: string, context: CellContext): Read {
  const text = typed.trim();
  if (text === '') {
    if (column.required) return { ok: false, problem: 'required' };
    return { ok: true, value: column.empty ?? null };
  }
  const { kind } = column;
  switch (kind.type) {
    case 'number':
      return readFigure(text, kind.digits, kind.scale ?? 1);
    case 'date':
      return read(parseLooseDate(text, context.dateFormat, context.today), 'date');
    case 'yesNo':
      return readYesNo(text, context);
    case 'choice':
      return read(
        kind.values.find(
          (value) =>
            plain(value) === plain(text) || plain(context.word(kind.words, value)) === plain(text),
        ) ?? null,
        'choice',
      );
    case 'row':
    case 'name':
      return readLookup(kind, text, context);
    default:
      return { ok: true, value: text };
  }
}

const read = (value: unknown, problem: ProblemCode): Read =>
  value === null ? { ok: false, problem } : { ok: true, value };

export const figureLimits = (digits: number) => ({ digits, fixed: true, min: -1e12, max: 1e12 });

/** A spreadsheet may write what is below zero in brackets. */
function readFigure(text: string, digits: number, scale: number): Read {
  const read = readNumber(text.replace(/^\((.*)\)$/, '-$1'), figureLimits(digits));
  if ('problem' in read)
    return { ok: false, problem: read.problem === 'ambiguous' ? 'ambiguous' : 'number' };
  return { ok: true, value: scale === 1 ? read.value : Math.round(read.value * scale) };
}

function readYesNo(text: string, { yes, no }: CellContext): Read {
  const word = plain(text);
  if ([plain(yes), 'yes', 'y', 'si', 's', 'true', 'x', '1'].includes(word))
    return { ok: true, value: true };
  if ([plain(no), 'no', 'n', 'false', '0'].includes(word)) return { ok: true, value: false };
  return { ok: false, problem: 'yesNo' };
}

function readLookup(
  { type, list }: { type: 'row' | 'name'; list: ListName },
  text: string,
  { lookups }: CellContext,
): Read {
  const found = indexOf(lookups.get(list)).byName.get(plain(text)) ?? [];
  const best = found.filter(({ name }) => name === text);
  const live = (best.length > 0 ? best : found).filter(({ archived }) => !archived);
  const [first] = live.length > 0 ? live : found;
  if (!first) return { ok: false, problem: 'unknown', list };
  if (type === 'row' && live.length > 1) return { ok: false, problem: 'twice', list };
  return { ok: true, value: type === 'row' ? first.id : first.name };
}

/** The option that looks most like what was typed, if any does. */
export function nearest(text: string, options: readonly string[]): string | null {
  const typed = plain(text);
  const scored = options
    .map((option) => ({ option, distance: distance(typed, plain(option)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = scored;
  return best && best.distance <= Math.max(1, Math.floor(typed.length / 3)) ? best.option : null;
}

function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return 99;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      next[column] = Math.min(
        (next[column - 1] ?? 0) + 1,
        (previous[column] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
    }
    previous = next;
  }
  return previous[b.length] ?? 99;
}
