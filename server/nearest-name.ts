/** Tables and functions are hinted at only when very near: a hint must not list what exists. */
export const minSimilarityOfNames = 0.75;

/**
 * The name a caller most likely meant. Candidates share runs of letters with what was asked for and
 * are then judged by edit distance; below the least similarity there is no hint.
 */
export function nearestName(
  asked: string,
  candidates: Iterable<string>,
  minSimilarity = 0.33,
): string | undefined {
  return similarNames(asked, candidates, minSimilarity)[0]?.name;
}

export function similarNames(
  asked: string,
  candidates: Iterable<string>,
  minSimilarity = 0.33,
): { readonly name: string; readonly similarity: number }[] {
  const names = [...new Set(candidates)];
  const exact = names.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (exact !== undefined) return [{ name: exact, similarity: 1 }];
  // Longer runs first: only when nothing shares three letters are two enough.
  for (const size of [3, 2]) {
    const grams = runs(asked, size);
    const found = names
      .filter((name) => [...runs(name, size)].some((gram) => grams.has(gram)))
      .map((name) => ({ name, similarity: similarity(asked.toLowerCase(), name.toLowerCase()) }))
      .filter((candidate) => candidate.similarity >= minSimilarity)
      .sort((a, b) => b.similarity - a.similarity);
    if (found.length > 0) return found;
  }
  return [];
}

function runs(name: string, size: number): ReadonlySet<string> {
  const plain = `-${name.toLowerCase().replace(/[^\p{L}\p{N}, ]/gu, '')}-`;
  const grams = new Set<string>();
  for (let index = 0; index + size <= plain.length; index++) {
    grams.add(plain.slice(index, index + size));
  }
  return grams;
}

function similarity(a: string, b: string): number {
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1);
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

const maxEdits = 3;

/** PostgreSQL's own hint for a misspelt column: at most three edits, and not more than half of it. */
export function columnHint(
  relation: string,
  asked: string,
  columns: Iterable<string>,
): string | null {
  let best = maxEdits + 1;
  let found: string[] = [];
  for (const column of columns) {
    const distance = editDistance(asked, column);
    if (distance > asked.length / 2 || distance > best || distance > maxEdits) continue;
    if (distance < best) found = [];
    best = distance;
    found.push(`the column "${relation}.${column}"`);
  }
  return found.length === 1 || found.length === 2
    ? `Perhaps you meant to reference ${found.join(' or ')}.`
    : null;
}
