// `0-24/573`, or a star for what is not there or not known: which rows are shown, of how many.
export function contentRange(first: number, count: number, total: number | undefined): string {
  const rows = total !== 0 && count > 0 ? `${first}-${first + count - 1}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** Partial when more rows exist than are shown; out of range when it starts behind the last. */
export function rangeStatus(
  first: number,
  count: number,
  total: number | undefined,
): 200 | 206 | 416 {
  if (total === undefined) return 200;
  if (first > total) return 416;
  return count < total ? 206 : 200;
}
