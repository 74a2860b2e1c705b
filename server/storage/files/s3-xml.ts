/** The contents of every `<name>` in an answer; S3's documents are flat and never nest a name in itself. */
export function elements(xml: string, name: string): string[] {
  const [, ...parts] = xml.split(`<${name}>`);
  return parts.flatMap((part) => {
    const end = part.indexOf(`</${name}>`);
    return end < 0 ? [] : [part.slice(0, end)];
  });
}

export function textOf(xml: string, name: string): string | undefined {
  const text = elements(xml, name)[0];
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
