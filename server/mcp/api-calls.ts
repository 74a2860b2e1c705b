import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiTokenOf } from '../auth/api-tokens/token-format.ts';
import type { Keys } from '../keys/keys.ts';
import type { Tool, ToolCall } from './tool-settings.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A request to the data API, as an agent may see it before it is made. */
interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object;
}

interface ApiAnswer {
  readonly isRefused: boolean;
  readonly value: unknown;
}

/** What a tool asks of the data API, by the name of each answer. */
export function requestsOf(tool: Tool, given: Arguments): [string, ApiRequest][] {
  return Object.entries(tool.calls).map(([name, call]) => [name, requestOf(call, given)]);
}

function requestOf(call: ToolCall, given: Arguments): ApiRequest {
  if ('function' in call) {
    const body = { ...fixedValues(call.fixed), ...renamed(call.arguments, given) };
    return { method: 'POST', url: `/rest/v1/rpc/${call.function}`, body };
  }
  if ('add_to' in call) {
    const url = `/rest/v1/${call.add_to}?select=*`;
    return { method: 'POST', url, body: renamed(call.columns, given) };
  }
  const query = new URLSearchParams({
    select: call.select,
    order: call.order,
    limit: String(call.limit),
  });
  for (const [argument, columns] of Object.entries(call.words)) {
    const value = given[argument];
    if (typeof value === 'string' && value.trim() !== '')
      query.append('and', words(value, columns));
  }
  return { method: 'GET', url: `/rest/v1/${call.table}?${query}` };
}

const MAX_WORDS = 8;

/** Every word in one of the columns: names are given first name first, last name first, or in part. */
function words(text: string, columns: readonly string[]): string {
  const each = text
    .trim()
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .map((word) => {
      const pattern = `"*${word.replaceAll(/["\\*%]/g, '')}*"`;
      return `or(${columns.map((column) => `${column}.ilike.${pattern}`).join()})`;
    });
  return `(${each.join()})`;
}

const renamed = (names: Readonly<Record<string, string>>, given: Arguments) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([argument, parameter]) =>
      given[argument] === undefined ? [] : [[parameter, given[argument]]],
    ),
  );

const fixedValues = (fixed: Arguments) =>
  Object.fromEntries(
    Object.entries(fixed).map(([name, value]) => [
      name,
      value === '$new_id' ? randomUUID() : value,
    ]),
  );

/** Asks with the token that the agent brought: its rights, scopes and limit are those of any other request. */
export async function callApi(
  app: FastifyInstance,
  keys: Keys,
  request: FastifyRequest,
  tool: Tool,
  { method, url, body }: ApiRequest,
): Promise<ApiAnswer> {
  const answer = await app.inject({
    method,
    url,
    remoteAddress: request.ip,
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${apiTokenOf(request.headers)}`,
      'content-type': 'application/json',
      'user-agent': request.headers['user-agent'] ?? 'mcp',
      // The history of what is changed names it beside the token.
      'x-agent-tool': tool.name,
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const isRefused = answer.statusCode >= 400;
  if (answer.body === '') return { isRefused, value: null };
  return { isRefused, value: answer.json<unknown>() };
}
