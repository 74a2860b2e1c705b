/** Name and text of something that belongs to a definition. */
export type Fact = readonly [name: string, text: string];

export function statements(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join('\n');
}

export function factsOf(
  facts: readonly Fact[],
  label: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(facts.map(([name, text]) => [label(name), text]));
}
