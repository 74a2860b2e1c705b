const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Values of pages and actions begin with this; everything else is a record of the company. */
export const FIXED = 'fixed:';

/**
 * Every typed word must start one of the item's words; in names of records it may also stand in
 * the middle ("side" finds Riverside, but "ri" does not find Verification). The ids that serve as
 * values are not searched.
 */
export function matchWords(value: string, search: string, keywords: string[] = []): number {
  const haystack = ` ${plain(keywords.join(' '))}`;
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.every((word) => haystack.includes(` ${word}`))) return 1;
  if (value.startsWith(FIXED)) return 0;
  return words.every((word) => haystack.includes(word)) ? 0.5 : 0;
}
