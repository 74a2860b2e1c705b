/** Two files of an archive may have one name; none takes the place of another. Adds the name to `taken`. */
export function uniqueName(name: string, id: string, taken: Set<string>): string {
  const unique = taken.has(name) ? name.replace(/(\.\w+)$/, `-${id.slice(-8)}$1`) : name;
  taken.add(unique);
  return unique;
}
