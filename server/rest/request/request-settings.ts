import type { FastifyRequest } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import type { RestRequest } from './rest-request.ts';

/** The path every connection starts with. */
const defaultSchema = 'public';

/**
 * Settings of the transaction beside role and claims: where names are looked up, the time zone asked
 * for, and the request itself where the database has code that reads it.
 */
export function requestSettings(
  http: FastifyRequest,
  request: RestRequest,
  catalog: Catalog,
): Readonly<Record<string, string>> | undefined {
  const { schema, preferences } = request;
  if (
    schema === defaultSchema &&
    preferences.timezone === undefined &&
    !catalog.readsRequestSettings
  ) {
    return undefined;
  }
  const settings: Record<string, string> = {};
  if (schema !== defaultSchema) {
    settings['search_path'] = `"${schema.replaceAll('"', '""')}", public, extensions`;
  }
  if (preferences.timezone !== undefined) settings['timezone'] = preferences.timezone;
  if (catalog.readsRequestSettings) {
    settings['request.method'] = request.method;
    settings['request.path'] = http.url.split('?', 1)[0] ?? '';
    settings['request.headers'] = JSON.stringify(http.headers);
    settings['request.cookies'] = JSON.stringify(cookies(http.headers.cookie));
  }
  return settings;
}

function cookies(header: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of header?.split(';') ?? []) {
    const [name, ...value] = pair.split('=');
    if (name !== undefined && value.length > 0) found[name.trim()] = value.join('=').trim();
  }
  return found;
}
