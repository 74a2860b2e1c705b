import { invalidBody } from '../rest-error.ts';

/** Rows of a CSV with a header line. The bare word NULL means null, as PostgREST reads it. */
export function csvToRows(text: string): Record<string, string | null>[] {
  const [header, ...lines] = parseCsv(text);
  if (header === undefined) throw invalidBody('Empty or invalid csv');
  return lines.map((line) => {
    if (line.length !== header.length) {
      throw invalidBody('All lines must have same number of fields');
    }
    return Object.fromEntries(
      header.map((name, index) => {
        const field = line[index];
        return [name.text, field === undefined || isNull(field) ? null : field.text];
      }),
    );
  });
}

interface CsvField {
  readonly text: string;
  readonly isQuoted: boolean;
}

const isNull = ({ text, isQuoted }: CsvField) => text === 'NULL' && !isQuoted;

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function parseCsv(text: string): CsvField[][] {
  const lines: CsvField[][] = [];
  let line: CsvField[] = [];
  field.lastIndex = 0;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw invalidBody('Empty or invalid csv');
    const [, quoted, plain, end] = match;
    line.push(
      quoted === undefined
        ? { text: plain ?? '', isQuoted: false }
        : { text: quoted.replaceAll('""', '"'), isQuoted: true },
    );
    if (end === ',') {
      // A line may end in a separator: the last field is then empty.
      if (field.lastIndex === text.length) line.push({ text: '', isQuoted: false });
      continue;
    }
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
