import { invalidBody } from '../rest-error.ts';

type CsvField = string | null;

/** Rows of a CSV with a header line. The bare word NULL means null, as PostgREST reads it. */
export function csvToRows(text: string): Record<string, CsvField>[] {
  const [header, ...lines] = parseCsv(text);
  if (header === undefined) throw invalidBody('Empty or invalid csv');
  const names = header.map((name) => name ?? 'NULL');
  return lines.map((line) => {
    if (line.length !== names.length) {
      throw invalidBody('All lines must have same number of fields');
    }
    return rowOf(names, line);
  });
}

/** Without a list of pairs: megabytes of short lines are read while everybody waits. */
function rowOf(names: readonly string[], line: readonly CsvField[]): Record<string, CsvField> {
  const row: Record<string, CsvField> = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name === '__proto__') throw invalidBody('Empty or invalid csv');
    row[name] = line[index] ?? null;
  }
  return row;
}

const [COMMA, LINE_FEED, RETURN, QUOTE] = [44, 10, 13, 34];

function parseCsv(text: string): CsvField[][] {
  const lines: CsvField[][] = [];
  let line: CsvField[] = [];
  let at = 0;
  while (at < text.length) {
    const isQuoted = text.charCodeAt(at) === QUOTE;
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at);
    const content = isQuoted ? text.slice(at + 1, end - 1) : text.slice(at, end);
    if (isQuoted) line.push(content.includes('"') ? content.replaceAll('""', '"') : content);
    else line.push(content === 'NULL' ? null : content);
    if (text.charCodeAt(end) === COMMA) {
      at = end + 1;
      // A line may end in a separator: the last field is then empty.
      if (at === text.length) line.push('');
      continue;
    }
    at = afterLineEnd(text, end);
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

function endOfPlain(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LINE_FEED || code === RETURN || code === QUOTE) return at;
  }
  return text.length;
}

/** Behind the quote that closes it: two in a row are one of the field. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
  }
  throw invalidBody('Empty or invalid csv');
}

function afterLineEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (at === text.length || code === LINE_FEED) return at + 1;
  if (code === RETURN && text.charCodeAt(at + 1) === LINE_FEED) return at + 2;
  throw invalidBody('Empty or invalid csv');
}
