/** The first of the paths, such as `messages.0.id`, that leads to a text or number. */
export function readPath(value: unknown, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const found = path.split('.').reduce<unknown>(step, value);
    if (typeof found === 'string' && found !== '') return found.slice(0, 200);
    if (typeof found === 'number') return String(found);
  }
  return undefined;
}

function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
