export type TemplateValues = Readonly<Record<string, unknown>>;

const SECTION = /\{\{#\s*([\w.]+)\s*\}\}([\s\S]*?)\{\{\/\s*\1\s*\}\}/g;
const VALUE = /\{\{\s*([\w.]+)\s*\}\}/g;

/**
 * The part of mustache that mails need: `{{name}}`, `{{a.b}}`, and `{{#name}}…{{/name}}`, which
 * stays only where the value is there. What is missing reads as nothing.
 */
export function fillTemplate(
  source: string,
  values: TemplateValues,
  escapeValue: (text: string) => string = (text) => text,
): string {
  return chooseSections(source, values).replaceAll(VALUE, (_match, name: string) =>
    escapeValue(asText(lookUp(values, name))),
  );
}

function chooseSections(source: string, values: TemplateValues): string {
  return source.replaceAll(SECTION, (_match, name: string, inner: string) =>
    asText(lookUp(values, name)) === '' ? '' : chooseSections(inner, values),
  );
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Values that nobody chose, of which links are made, and addresses that are known to be theirs. */
const OURS = new Set([
  'action_link',
  'site_url',
  'unsubscribe_token',
  'email',
  'old_email',
  'new_email',
]);
const WORD_JOINER = '\u2060';
/** What mail programs take for the start of an address: a scheme, an at sign, the dot of a domain. */
const LINK_MARK = /:(?=\/)|@|\.(?=\p{L}{2})/gu;

/** People write names; a mail program must not make a link of one, nor a name a paragraph of its own. */
export function withoutLinks(values: TemplateValues): TemplateValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !OURS.has(name) ? asWords(name, value) : value,
    ]),
  );
}

function asWords(name: string, value: string): string {
  const text = name.endsWith('name') ? value.replaceAll(/\s+/g, ' ') : value;
  return text.replaceAll(LINK_MARK, (mark) => WORD_JOINER + mark + WORD_JOINER);
}

function lookUp(values: TemplateValues, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => {
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isOwn ? (value as Record<string, unknown>)[key] : undefined;
  }, values);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value === true ? String(value) : '';
}
