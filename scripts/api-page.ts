// docs/api.md: the API's own description of itself, as somebody who is signed in gets it, for reading.
import type { Sql } from '../server/database/sql/sql.ts';
import { loadCatalog } from '../server/rest/catalog/load-catalog.ts';
import { describeApi, type Rights, rightsQuery } from '../server/rest/openapi/openapi-document.ts';
import { RECIPES } from './api-recipes.ts';

interface Property {
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

interface Definition {
  readonly description?: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

interface Answer {
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: Answer;
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Verb {
  readonly summary?: string;
  readonly parameters: readonly { readonly schema?: Definition }[];
  readonly responses: Readonly<Record<string, { readonly schema?: Answer }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Verb>>>>;

const INTRODUCTION = `# API

Everything the app does goes through this API, and your own programs can use it with the same rights as the person who signs in. It is the API of Supabase: PostgREST for data, GoTrue for sign-in; [supabase-js](https://supabase.com/docs/reference/javascript) and the client libraries for other languages work as they are.

This page is written by \`npm run types\` from what the server says about itself at \`/rest/v1/\` (OpenAPI). For code generators the same is at \`/openapi.json\`, as OpenAPI 3.1 with scopes and the names of refusals, without a key ([700](decisions/700-described-for-every-language.md)). Who may do what is in [permissions.md](permissions.md).

## How to call it

\`\`\`js
import { createClient } from '@supabase/supabase-js';

// Both are in /config.json of your server.
const chalkline = createClient('https://time.example.com', PUBLISHABLE_KEY);
await chalkline.auth.signInWithPassword({ email, password });

const { data: projects } = await chalkline.from('projects').select('id, name').eq('status', 'active');
const { data: entry, error } = await chalkline.rpc('clock_in', {
  id_param: crypto.randomUUID(), // sent twice, it counts once
  project_id_param: projects[0].id,
});
\`\`\`

Without a library: \`POST /auth/v1/token?grant_type=password\` with \`{"email", "password"}\` and the header \`apikey\` gives an \`access_token\`. Send it as \`Authorization: Bearer …\` with every request:

\`\`\`
curl "https://time.example.com/rest/v1/projects?select=id,name&status=eq.active" -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN"
\`\`\`

## Tokens

Programs that run by themselves use a token instead of a password: **Settings › Developers › New token**. Everyone has tokens of their own, owners also those of the company. It is sent as \`Authorization: Bearer chl_pat_…\`; an API key beside it is not needed.

\`\`\`
curl "https://time.example.com/rest/v1/time_entries?select=employee_id,work_date,clock_in,clock_out&work_date=gte.2026-11-09&work_date=lt.2026-11-16" -H "Authorization: Bearer $CHALKLINE_TOKEN"
\`\`\`

\`\`\`js
const chalkline = createClient('https://time.example.com', PUBLISHABLE_KEY, { accessToken: async () => TOKEN });
await chalkline.realtime.setAuth(); // before the first channel
\`\`\`

- **Rights** are its person's at each call, cut by its scopes: \`time:read\`, \`time:write\`, \`people:read\`, \`people:write\`, \`projects:read\`, \`projects:write\`, \`payroll:read\`, \`files:read\`, \`files:write\`, \`webhooks:manage\`. One that writes includes the one that reads. Pay, rates and everything computed from them need \`payroll:read\`. A token of the company has the rights of a role and acts for no person.
- **Where**: \`/rest/v1\`, \`/storage/v1\` (buckets \`photos\`, \`documents\`) and \`/realtime/v1\`: there in the message that joins (\`access_token\`), or in the headers of the handshake. Never at \`/auth/v1\`, and never in an address: 400, and you should revoke what was in one.
- **First call**: \`POST /rest/v1/rpc/my_token\` tells name, scopes, end, company and person, whatever the scopes.
- **Form**: \`chl_pat_\`, 8 characters that the list in the settings shows, \`_\`, 40 secret characters, and 6 of a check sum: CRC-32 of everything before them as a number in base 62, digits \`0-9A-Za-z\`. A typing mistake can be found without asking.
- **401** \`invalid_token\`: mistyped, of another installation, revoked or ended; the message says which. **403** \`insufficient_scope\`: \`details\` and \`WWW-Authenticate\` name the scope. **403** \`person_needed\`: a token of the company called a function that needs a person.
- **429**: more than \`API_TOKEN_LIMIT\` requests in a minute (600 unless the server says otherwise). Every answer has \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds); wait \`Retry-After\`.
- **Assistants** connect to \`/mcp\` (Model Context Protocol, Streamable HTTP) with \`Authorization: Bearer chl_pat_…\`; \`supabase/agent-tools.json\` lists the tools with the calls behind them. Give the token only the scopes it needs: \`time:read\`, \`people:read\` and \`projects:read\` answer questions and change nothing.
- A token ends with its date, with **Revoke**, when its person leaves, loses the account or their role: at once, also for open sockets and requests under way.

Filters, ordering, paging and embedding are [PostgREST's](https://postgrest.org/en/stable/references/api/tables_views.html). A refusal has a \`hint\` that programs can rely on; \`src/locales/en/errors.json\` and \`refusals.json\` have the words for each.
`;

const FILE = { schemas: ['public'], maxRows: 1000, extraSearchPath: ['public', 'extensions'] };

/** Of a database with all migrations. */
export async function apiPage(sql: Sql): Promise<string> {
  const { catalog } = await loadCatalog(sql, FILE, undefined);
  const document = describeApi(
    { catalog, schema: 'public', url: 'http://localhost/rest/v1' },
    await rightsOfSignedIn(sql),
  );
  const paths = document.paths as Paths;
  const definitions = document.definitions as unknown as Readonly<Record<string, Definition>>;
  const tables = Object.keys(definitions)
    .filter((name) => name !== 'Error')
    .toSorted();
  const functions = Object.keys(paths)
    .filter((path) => path.startsWith('/rpc/'))
    .toSorted();
  return [
    INTRODUCTION,
    RECIPES,
    await scopesPart(sql),
    `## Functions\n\nCalled with \`POST /rest/v1/rpc/NAME\`, or \`rpc('NAME', {…})\`. Those that only read also answer to GET. Parameters in italics may be left out. The last column is what comes back; the types of its columns are at \`/rest/v1/\`.\n`,
    '| function | parameters | what it does | answers |\n|---|---|---|---|',
    ...functions.map((path) => functionLine(path, paths[path] ?? {})),
    `\n## Tables\n\nRead with \`GET /rest/v1/NAME\`, or \`from('NAME').select()\`. Whether you may also add, change and delete rows is in [permissions.md](permissions.md).\n\n${tables.map((name) => `[${name}](#${name})`).join(' · ')}\n`,
    ...tables.map((name) => tablePart(name, definitions[name] as Definition)),
  ].join('\n');
}

/** What each scope of tokens opens: tables with all their columns below, functions with the columns they answer. */
async function scopesPart(sql: Sql): Promise<string> {
  const rows = await sql<{ scope: string; reads: string[]; writes: string[]; calls: string[] }[]>`
    select n.scope,
      array(select s.name from private.api_scopes() s where s.kind = 'table' and n.scope = any (string_to_array(s.reads, ' ')) order by 1) as reads,
      array(select s.name from private.api_scopes() s where s.kind = 'table' and n.scope = any (string_to_array(s.writes, ' ')) order by 1) as writes,
      array(select s.name from private.api_scopes() s where s.kind = 'function' and n.scope = any (string_to_array(s.reads, ' ')) order by 1) as calls
    from unnest(private.scope_names()) with ordinality as n (scope, place) order by n.place`;
  const links = (names: readonly string[]) => names.map((name) => `[${name}](#${name})`).join(', ');
  return `## Scopes

What a token reaches with each scope alone, as far as its person may: of tables the columns listed below, of functions those they answer. What stands nowhere here is for people. \`on_site_now\` answers tokens without telephone numbers and emergency contacts, \`time_entry_history\` is of entries and their breaks alone, and no token makes anybody a manager or owner, whoever made it.

| scope | reads | adds, changes, deletes | calls |
|---|---|---|---|
${rows.map(({ scope, reads, writes, calls }) => `| \`${scope}\` | ${links(reads)} | ${links(writes)} | ${calls.join(', ')} |`).join('\n')}
`;
}

async function rightsOfSignedIn(sql: Sql): Promise<Rights> {
  const rows = await sql.begin(async (transaction) => {
    await transaction`set local role authenticated`;
    return transaction.unsafe<{ rights: string }[]>(`select (${rightsQuery}) as rights`, [
      'public',
    ]);
  });
  return JSON.parse(rows[0]?.rights ?? '{}') as Rights;
}

function functionLine(path: string, { get, post }: Readonly<Record<string, Verb>>): string {
  const body = post?.parameters[0]?.schema;
  const parameters = Object.entries(body?.properties ?? {}).map(([name, { format }]) => {
    const text = `${name} ${format}`;
    return body?.required?.includes(name) ? text : `*${text}*`;
  });
  const cells = [
    `\`${path.slice('/rpc/'.length)}\``,
    parameters.join(', '),
    `${post?.summary ?? ''}${get ? ' (only reads)' : ''}`,
    answerText(post?.responses['200']?.schema),
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
  const columns = Object.entries(table.properties).map(([column, property]) => {
    const notes = [
      ...(table.required.includes(column) ? ['required'] : []),
      ...(property.enum ? [property.enum.join(', ')] : []),
      ...(property.description ? [plain(property.description)] : []),
    ];
    return `| \`${column}\` | ${property.format ?? ''} | ${cell(notes.join('. '))} |`;
  });
  return `### ${name}

${plain(table.description ?? '')}

| column | type | |
|---|---|---|
${columns.join('\n')}
`;
}

/** Without what only programs look for. */
function plain(description: string): string {
  return description
    .replace(/Note:\nThis is a Primary Key\.<pk\/>/, 'primary key')
    .replace(/Note:\nThis is a Foreign Key to (`\S+`)\.<fk [^>]*>/g, 'of $1')
    .replace(/\s*\n+\s*/g, '. ')
    .replaceAll('..', '.');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
