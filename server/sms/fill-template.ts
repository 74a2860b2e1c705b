export type Escape = (value: string) => string;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Puts the values in, written so that none can end the place it stands in. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  encode: Escape,
): string {
  return template.replaceAll(PLACEHOLDER, (_match, name: string) =>
    Object.hasOwn(values, name) ? encode(values[name] ?? '') : '',
  );
}

/** How a value is written in a body of this type. */
export function escapeFor(contentType: string): Escape {
  if (contentType.includes('json')) return (value) => JSON.stringify(value).slice(1, -1);
  if (contentType.includes('xml')) return escapeXml;
  if (contentType.includes('form-urlencoded')) return encodeURIComponent;
  return (value) => value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function escapeXml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** A line break in a header would begin another one. */
export const escapeHeader: Escape = (value) => value.replaceAll(/[^\x20-\x7e]/g, ' ');
