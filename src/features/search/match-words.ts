const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Every typed word must occur in the item's words; a word that starts one counts more, so that
 * "pro" finds Projects before Field Reports. Ids that serve as values are not searched.
 */
export function matchWords(_value: string, search: string, keywords: string[] = []): number {
  const haystack = ` ${plain(keywords.join(' '))}`;
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (!words.every((word) => haystack.includes(word))) return 0;
  return words.every((word) => haystack.includes(` ${word}`)) ? 1 : 0.5;
}
