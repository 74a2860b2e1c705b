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
