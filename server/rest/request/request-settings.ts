import type { FastifyRequest } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import type { RequestSetting } from '../catalog/request-readers.ts';
import { quote } from '../sql/sql-text.ts';
import type { RestRequest } from './rest-request.ts';

/** The path every connection starts with. */
const defaultSchema = 'public';
const defaultExtraPath = '"public", "extensions"';

interface Limits {
  readonly readOnly: boolean;
  readonly statementTimeout: string | undefined;
}

/**
 * Settings of the transaction beside role and claims: where names are looked up, the time zone asked
 * for, how long a function may take, and as much of the request as the code that may run reads.
 */
export function requestSettings(
  http: FastifyRequest,
  request: RestRequest,
  { readOnly, statementTimeout }: Limits,
  catalog: Catalog,
): Readonly<Record<string, string>> | undefined {
  const { schema, preferences } = request;
  const shown = settingsToShow(request, readOnly, catalog);
  const hasDefaultPath = schema === defaultSchema && catalog.extraPath === defaultExtraPath;
  const isPlain = hasDefaultPath && preferences.timezone === undefined;
  if (isPlain && statementTimeout === undefined && shown.length === 0) return undefined;
  const settings: Record<string, string> = {};
  if (statementTimeout !== undefined) settings['statement_timeout'] = statementTimeout;
  if (!hasDefaultPath) {
    settings['search_path'] =
      catalog.extraPath === '' ? quote(schema) : `${quote(schema)}, ${catalog.extraPath}`;
  }
  if (preferences.timezone !== undefined) settings['timezone'] = preferences.timezone;
  for (const setting of shown) settings[`request.${setting}`] = valueOfSetting(setting, http);
  return settings;
}

const none: readonly RequestSetting[] = [];

/** A write may run any trigger; a read runs policies and views, and a function what it names. */
function settingsToShow(
  { target }: RestRequest,
  readOnly: boolean,
  { requestReaders: { settings, whenReading, functions } }: Catalog,
): readonly RequestSetting[] {
  if (settings.length === 0) return none;
  if (!readOnly || whenReading) return settings;
  return target.kind === 'function' && functions.has(target.name) ? settings : none;
}

function valueOfSetting(setting: RequestSetting, http: FastifyRequest): string {
  switch (setting) {
    case 'method':
      return http.method;
    case 'path':
      // As behind the gateway of a hosted project, which takes its own part of the path away.
      return (http.url.split('?', 1)[0] ?? '').replace(/^\/rest\/v1/, '') || '/';
    case 'headers':
      // As on a hosted project, but only the address itself: what a client claims of others is not believed.
      return JSON.stringify({ ...http.headers, 'x-forwarded-for': http.ip });
    case 'cookies':
      return JSON.stringify(cookies(http.headers.cookie));
  }
}

function cookies(header: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of header?.split(';') ?? []) {
    const [name, ...value] = pair.split('=');
    if (name !== undefined && value.length > 0) found[name.trim()] = value.join('=').trim();
  }
  return found;
}
