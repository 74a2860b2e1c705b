import type { IncomingHttpHeaders } from 'node:http';

/** RFC 9110: an entity tag, when sent, decides alone; dates have only whole seconds. */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string, modified: string): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || matchesAny(tags, etag);
  const since = headers['if-modified-since'];
  return since !== undefined && Date.parse(modified) <= Date.parse(since);
}

function matchesAny(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

export interface ByteRange {
  readonly start: number;
  /** The last byte, itself included. */
  readonly end: number;
}

/** The one range asked for; undefined means everything (no range, several, or a stale If-Range). */
export function rangeOf(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  current: { readonly etag: string; readonly 'last-modified': string },
): ByteRange | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const condition = headers['if-range'];
  if (
    typeof condition === 'string' &&
    ![current.etag, current['last-modified']].includes(condition)
  ) {
    return undefined;
  }
  const last = sizeBytes - 1;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    if (suffix === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { start: Math.max(0, sizeBytes - suffix), end: last };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (start > last) return 'unsatisfiable';
  // "bytes=5-2" is no range at all, and is ignored.
  return start > end ? undefined : { start, end };
}
