/** Without accents and case, for comparing what people type with what is stored. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Whether every word of the search appears in one of the texts; accents and case do not matter. */
export function matchesSearch(
  texts: readonly (string | null | undefined)[],
  search: string,
): boolean {
  const text = plainText(texts.join(' '));
  return plainText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
