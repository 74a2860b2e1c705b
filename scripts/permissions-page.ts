// docs/permissions.md: people decide its words; the columns that the database knows are filled in here.
import type { Sql } from '../server/database/sql/sql.ts';

/** What the database says about a table, function or bucket, by the heading of its column. */
type Cells = Readonly<Record<string, string>>;
type CellsOf = (name: string) => Cells;

interface Scope {
  readonly kind: string;
  readonly name: string;
  readonly reads: string;
  readonly writes: string;
}

interface Right {
  readonly name: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly functions: readonly string[];
}

/** The page with its columns `tokens`, `own roles` and `live` as a database with all migrations has them. */
export async function permissionsPage(sql: Sql, page: string): Promise<string> {
  const scopes = await sql<Scope[]>`select kind, name, reads, writes from private.api_scopes()`;
  const rights = await sql<Right[]>`select name, tables, functions from private.rights()`;
  const [lists] = await sql<{ all: string[]; company: string[]; live: string[] }[]>`
    select private.scope_names() as all, private.company_token_functions() as company,
      array(select tablename::text from pg_publication_tables
        where pubname = 'supabase_realtime' and schemaname = 'public') as live`;
  const { all = [], company = [], live = [] } = lists ?? {};

  const scopesOf = (kind: string, name: string) => {
    const scope = scopes.find((line) => line.kind === kind && line.name === name);
    return [scope?.reads, scope?.writes]
      .filter(Boolean)
      .map((names) => describeScopes(names ?? '', all))
      .join(' · ');
  };
  const sections: Readonly<Record<string, CellsOf>> = {
    Tables: (table) => ({
      tokens: scopesOf('table', table),
      'own roles': rights
        .flatMap(({ name, tables }) =>
          tables[table] ? `${name} (${shortVerbs(tables[table])})` : [],
        )
        .join(', '),
      live: live.includes(table) ? 'yes' : '',
    }),
    Functions: (name) => ({
      tokens: [scopesOf('function', name), company.includes(name) ? 'company' : '']
        .filter(Boolean)
        .join(', '),
      'own roles': rights
        .filter(({ functions }) => functions.includes(name))
        .map((right) => right.name)
        .join(', '),
    }),
    Files: (bucket) => ({ tokens: scopesOf('bucket', bucket) }),
  };
  return page
    .split(/^(?=## )/m)
    .map((section) => {
      const cellsOf = sections[/^## (.*)/.exec(section)?.[1] ?? ''];
      return cellsOf ? fillIn(section, cellsOf) : section;
    })
    .join('');
}

/** Any one of the scopes is enough; a scope that writes includes the one that reads. */
function describeScopes(names: string, all: readonly string[]): string {
  const given = names.split(' ');
  const isEnough = (scope: string) =>
    given.includes(scope) || given.includes(scope.replace(':write', ':read'));
  return names === '*' || all.every(isEnough) ? 'any' : given.join(' or ');
}

/** `read add change` as `rac`. */
const shortVerbs = (verbs: string): string =>
  verbs
    .split(' ')
    .map((verb) => verb[0])
    .join('');

function fillIn(section: string, cellsOf: CellsOf): string {
  let headings: readonly string[] | undefined;
  return section
    .split('\n')
    .map((line) => {
      if (!line.startsWith('| ')) return line;
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (!headings) {
        headings = cells;
        return line;
      }
      const known = cellsOf(cells[0] ?? '');
      const filled = cells.map((cell, index) => known[headings?.[index] ?? ''] ?? cell);
      return `| ${filled.join(' | ')} |`;
    })
    .join('\n');
}
