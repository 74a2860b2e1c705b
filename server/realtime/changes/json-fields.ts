/**
 * The fields of a JSON object with their values as they are written. Parsing would round numbers
 * beyond 2^53, and a policy or filter would then be asked about a row that does not exist.
 */
export function readJsonFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let position = skipSpace(text, 1);
  while (text[position] === '"') {
    const keyEnd = endOfString(text, position);
    const key: string = JSON.parse(text.slice(position, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    fields.set(key, text.slice(start, end).trimEnd());
    position = skipSpace(text, end);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return fields;
}

export function writeJsonFields(fields: Iterable<readonly [string, string]>): string {
  const parts: string[] = [];
  for (const [key, value] of fields) parts.push(`${JSON.stringify(key)}:${value}`);
  return `{${parts.join(',')}}`;
}

function skipSpace(text: string, from: number): number {
  let position = from;
  while (/\s/.test(text[position] ?? '')) position++;
  return position;
}

function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') {
    position += text[position] === '\\' ? 2 : 1;
  }
  return position + 1;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let position = start;
  while (position < text.length) {
    const character = text[position];
    if (character === '"') {
      position = endOfString(text, position);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (depth > 0 && (character === '}' || character === ']')) depth--;
    else if (depth === 0 && (character === ',' || character === '}')) return position;
    position++;
  }
  return position;
}
