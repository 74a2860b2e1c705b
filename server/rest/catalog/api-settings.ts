import { quote } from '../sql/sql-text.ts';

/** What a project says of its data API: in config.toml, and in the database, which counts before it. */
export interface ApiSettings {
  /** The exposed schemas; the first one is asked where a request names none. */
  readonly schemas: readonly string[];
  readonly maxRows: number;
  /** Where names are looked up after a request's own schema, as SQL. */
  readonly extraPath: string;
  /** A function that is run before each request, as its caller: it may refuse. */
  readonly preRequest: QualifiedName | undefined;
  /** Whether everybody may ask for plans. */
  readonly showsExplain: boolean;
  /** Whether callers may undo their own requests (`Prefer: tx=rollback`). */
  readonly allowsTxOverride: boolean;
}

export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface FileSettings extends Pick<ApiSettings, 'schemas' | 'maxRows'> {
  readonly extraSearchPath: readonly string[];
}

/** Settings that are obeyed; any other is named when the catalog is read. */
const OBEYED: ReadonlySet<string> = new Set([
  'db_schemas',
  'db_schema',
  'db_max_rows',
  'max_rows',
  'db_extra_search_path',
  'db_pre_request',
  'pre_request',
  'db_plan_enabled',
  'db_tx_end',
]);

/** `settings` are lines like `pgrst.db_max_rows=100`; of two with one name the last counts. */
export function readApiSettings(settings: readonly string[], file: FileSettings): ApiSettings {
  const values = valuesOf(settings);
  const schemas = listOf(values.get('db_schemas') ?? values.get('db_schema'));
  const extra = values.get('db_extra_search_path');
  const maxRows = Number(values.get('db_max_rows') ?? values.get('max_rows'));
  return {
    schemas:
      schemas.length > 0 ? schemas.filter((name) => name !== 'graphql_public') : file.schemas,
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : file.maxRows,
    extraPath: (extra === undefined ? file.extraSearchPath : listOf(extra)).map(quote).join(', '),
    preRequest: nameOf(values.get('db_pre_request') ?? values.get('pre_request')),
    showsExplain: ['true', 'on', 'yes', '1'].includes(values.get('db_plan_enabled') ?? ''),
    allowsTxOverride: values.get('db_tx_end') === 'commit-allow-override',
  };
}

/** Names of settings that change nothing here, sorted. */
export function ignoredApiSettings(settings: readonly string[]): string[] {
  return [...valuesOf(settings).keys()]
    .filter((name) => !OBEYED.has(name))
    .map((name) => `pgrst.${name}`)
    .sort();
}

function valuesOf(settings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    settings.map((line) => {
      const at = line.indexOf('=');
      return [line.slice('pgrst.'.length, at), line.slice(at + 1).trim()];
    }),
  );
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => unquoted(part.trim()))
    .filter((part) => part !== '');
}

/** Without a schema it is one of `public`, as for PostgREST's search path. */
function nameOf(text: string | undefined): QualifiedName | undefined {
  if (text === undefined || text === '') return undefined;
  const parts = (text.match(/"(?:[^"]|"")*"|[^.]+/g) ?? []).map(unquoted);
  const [schema = 'public', name = ''] = parts.length === 1 ? ['public', ...parts] : parts;
  return { schema, name };
}

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
