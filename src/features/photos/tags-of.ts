/** `concrete, column 4` as tags: no empty ones, none twice, at most twenty. */
export function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, 40));
  return [...new Set(tags.filter(Boolean))].slice(0, 20);
}
