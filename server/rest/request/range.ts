import { invalidRange } from '../rest-error.ts';

/** Which rows of the root resource: `limit` undefined means to the end. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | undefined;
}

export const allRows: RowRange = { offset: 0, limit: undefined };

/** Counts past this say nothing different from "all" and stay exact in JavaScript. */
const most = Number.MAX_SAFE_INTEGER;

/** `Range: 0-9` (unit `items`); whatever is no such range is ignored, as HTTP asks. */
export function parseRange(header: string | undefined): RowRange {
  if (header === undefined) return allRows;
  const match = /^(?:items=)?(\d+)-(\d*)$/.exec(header.trim());
  if (match === null) return allRows;
  const first = Math.min(Number(match[1]), most);
  if (match[2] === '') return { offset: first, limit: undefined };
  const last = Math.min(Number(match[2]), most);
  if (last < first) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: first, limit: last - first + 1 };
}

/** What is not a number is ignored; a negative limit is refused. */
export function parseLimit(text: string): number | undefined {
  if (!/^\s*-?\d+\s*$/.test(text)) return undefined;
  const limit = Number(text);
  if (limit < 0) throw invalidRange('Limit should be greater than or equal to zero.');
  return Math.min(limit, most);
}

export function parseOffset(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), most) : 0;
}

/** The rows both ranges have in common, counted as PostgREST does: the later start, the earlier end. */
export function intersect(a: RowRange, b: RowRange): RowRange {
  const offset = Math.max(a.offset, b.offset);
  const end = Math.min(endOf(a), endOf(b));
  return {
    offset,
    limit: end === Number.POSITIVE_INFINITY ? undefined : Math.max(0, end - offset),
  };
}

const endOf = (range: RowRange) =>
  range.limit === undefined ? Number.POSITIVE_INFINITY : range.offset + range.limit;
