/** Parts of a list as long as a portal takes; one, empty part where the list is empty. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size));
}
