const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * 1 where every typed word starts one of the item's words, 0.5 where it stands in the middle of one, 0
 * where it is missing. Pages, actions and settings are found by the start of a word only: "side" finds
 * Riverside, but "ri" does not find Verification.
 */
export function matchWords(
  search: string,
  texts: readonly string[],
  fromStartOnly: boolean,
): number {
  const haystack = ` ${plain(texts.join(' '))}`;
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.every((word) => haystack.includes(` ${word}`))) return 1;
  if (fromStartOnly) return 0;
  return words.every((word) => haystack.includes(word)) ? 0.5 : 0;
}
