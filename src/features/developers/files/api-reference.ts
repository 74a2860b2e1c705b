interface Property {
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

interface Definition {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Answer {
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: Answer;
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Verb {
  readonly summary?: string;
  readonly parameters?: readonly { readonly schema?: Definition }[];
  readonly responses?: Readonly<Record<string, { readonly schema?: Answer }>>;
}

/** The API's description of itself (OpenAPI 2.0), as far as a page for reading needs it. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Verb>>>>;
  readonly definitions: Readonly<Record<string, Definition>>;
}

/** Markdown, in English as the names and comments of the API are. */
export function apiReference({ paths, definitions }: ApiDescription): string {
  const tables = Object.keys(definitions)
    .filter((name) => name !== 'Error')
    .toSorted();
  const functions = Object.keys(paths)
    .filter((path) => path.startsWith('/rpc/'))
    .toSorted();
  return [
    '# Tables and functions\n',
    '## Functions\n',
    "Called with `POST /rest/v1/rpc/NAME`, or `rpc('NAME', {…})`. Those that only read also answer to GET. Parameters in italics may be left out.\n",
    '| function | parameters | what it does | answers |\n|---|---|---|---|',
    ...functions.map((path) => functionLine(path, paths[path] ?? {})),
    '\n## Tables\n',
    "Read with `GET /rest/v1/NAME`, or `from('NAME').select()`.\n",
    `${tables.map((name) => `[${name}](#${name})`).join(' · ')}\n`,
    ...tables.map((name) => tablePart(name, definitions[name] ?? {})),
  ].join('\n');
}

function functionLine(path: string, { get, post }: Readonly<Record<string, Verb>>): string {
  const body = post?.parameters?.[0]?.schema;
  const parameters = Object.entries(body?.properties ?? {}).map(([name, { format }]) => {
    const text = `${name} ${format}`;
    return body?.required?.includes(name) ? text : `*${text}*`;
  });
  const cells = [
    `\`${path.slice('/rpc/'.length)}\``,
    parameters.join(', '),
    `${post?.summary ?? ''}${get ? ' (only reads)' : ''}`,
    answerText(post?.responses?.['200']?.schema),
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function answerText(answer: Answer | undefined): string {
  if (answer === undefined) return '';
  const isRows = answer.items !== undefined && answer.format === undefined;
  return isRows ? `rows: ${rowText(answer.items ?? {})}` : rowText(answer);
}

function rowText({ $ref, properties, format = '' }: Answer): string {
  const name = $ref?.replace('#/definitions/', '');
  if (name !== undefined) return `[${name}](#${name})`;
  return properties ? Object.keys(properties).join(', ') : format;
}

function tablePart(name: string, table: Definition): string {
  const columns = Object.entries(table.properties ?? {}).map(([column, property]) => {
    const notes = [
      ...(table.required?.includes(column) ? ['required'] : []),
      ...(property.enum ? [property.enum.join(', ')] : []),
      ...(property.description ? [plain(property.description)] : []),
    ];
    return `| \`${column}\` | ${property.format ?? ''} | ${cell(notes.join('. '))} |`;
  });
  const head = `### ${name}\n\n${plain(table.description ?? '')}\n`;
  return `${head}\n| column | type | |\n|---|---|---|\n${columns.join('\n')}\n`;
}

/** Without the marks that only programs search for. */
function plain(description: string): string {
  return description
    .replace(/Note:\nThis is a Primary Key\.<pk\/>/, 'primary key')
    .replace(/Note:\nThis is a Foreign Key to (`\S+`)\.<fk [^>]*>/g, 'of $1')
    .replace(/\s*\n+\s*/g, '. ')
    .replaceAll('..', '.');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
