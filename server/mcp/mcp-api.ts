import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { networkOf, setLimitHeaders, tooMany } from '../auth/api-tokens/accept-api-tokens.ts';
import { ApiTokenError } from '../auth/api-tokens/api-token-error.ts';
import type { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import { apiTokenOf } from '../auth/api-tokens/token-format.ts';
import { distinctAddress } from '../auth/http/request-origin.ts';
import type { Config } from '../config.ts';
import { holdRefusal } from '../http/hold-refusal.ts';
import { HttpError } from '../http/http-error.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { Keys } from '../keys/keys.ts';
import { version } from '../version.ts';
import { callApi, requestsOf } from './api-calls.ts';
import { readTools, type Tool } from './tool-settings.ts';

interface Dependencies {
  readonly config: Config;
  readonly keys: Keys;
  readonly tokens: ApiTokens;
}

/** Newest first; a client that asks for another one is offered the newest. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const BODY_LIMIT_BYTES = 256 * 1024;

const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const INVALID_PARAMS = -32602;

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
type Message = z.output<typeof message>;

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/**
 * The Model Context Protocol by Streamable HTTP: agents ask for what the project lists as tools, with an
 * API token. Nothing is remembered between two requests, so every server of several answers alike.
 */
export async function mcpApi(
  app: FastifyInstance,
  { config, keys, tokens }: Dependencies,
): Promise<void> {
  const settings = readTools(config);
  if (settings === undefined) return;
  const { name, instructions } = settings;
  const tools = new Map(settings.tools.map((tool) => [tool.name, tool]));
  const siteUrl = siteUrlOf(app, config);

  app.post('/mcp', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    refuseForeignPages(request, siteUrl());
    await identify(tokens, request, reply);
    const parsed = message.safeParse(request.body);
    if (!parsed.success) {
      return reply.code(400).send(failure(null, INVALID_REQUEST, 'Not a message of JSON-RPC 2.0'));
    }
    const { id, method, params } = parsed.data;
    // Notifications want no answer; there is nothing here that one would change.
    if (id === undefined) return reply.code(202).send();
    try {
      return { jsonrpc: '2.0', id, result: await answer(method, params, request) };
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error.code, error.message);
      throw error;
    }
  });
  // No stream from here and no session to end: the protocol has this answer for both.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({ method, url: '/mcp', handler: noStream });
  }

  function answer(method: string, params: Message['params'], request: FastifyRequest) {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: VERSIONS.find((one) => one === params['protocolVersion']) ?? VERSIONS[0],
          capabilities: { tools: {} },
          serverInfo: { name, version },
          instructions,
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: [...tools.values()].map(described) };
      case 'tools/call':
        return callTool(params, request);
      default:
        throw new RpcError(UNKNOWN_METHOD, `There is no method ${method}`);
    }
  }

  async function callTool(params: Message['params'], request: FastifyRequest) {
    const tool = tools.get(String(params['name']));
    if (tool === undefined)
      throw new RpcError(INVALID_PARAMS, `There is no tool ${params['name']}`);
    const given = (params['arguments'] ?? {}) as Record<string, unknown>;
    const wrong = problemOf(tool, given);
    if (wrong !== undefined) return result({ message: wrong }, true);
    const requests = requestsOf(tool, given);
    if (tool.writes && given['confirm'] !== true) {
      return result({
        done: false,
        would: Object.fromEntries(requests),
        next: 'Nothing was changed. Show this to the person, and call again with confirm: true.',
      });
    }
    const answers = [];
    for (const [name, asked] of requests) {
      answers.push([name, await callApi(app, keys, request, tool, asked)] as const);
    }
    return result(
      Object.fromEntries(answers.map(([name, { value }]) => [name, value])),
      answers.every(([, { isRefused }]) => isRefused),
    );
  }
}

/** As text for those who read only that, and as a value for programs. */
function result(value: object, isError = false) {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
    isError,
  };
}

function described({ name, title, description, writes, properties, required }: Tool) {
  const confirm = {
    type: 'boolean',
    description: 'true changes something; without it the answer only says what would be done.',
  };
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: writes ? { ...properties, confirm } : properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}

/** What the database would say less clearly; types of values it judges itself. */
function problemOf(tool: Tool, given: Record<string, unknown>): string | undefined {
  const missing = tool.required.filter((name) => given[name] === undefined);
  if (missing.length > 0) return `Missing: ${missing.join(', ')}.`;
  const unknown = Object.keys(given).filter(
    (name) => !Object.hasOwn(tool.properties, name) && !(tool.writes && name === 'confirm'),
  );
  return unknown.length > 0 ? `${tool.name} does not take ${unknown.join(', ')}.` : undefined;
}

const failure = (id: string | number | null, code: number, text: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: text },
});

function noStream(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(405)
    .header('allow', 'POST')
    .send(failure(null, INVALID_REQUEST, 'Send messages with POST'));
}

/** A page of somebody else must not speak for the programs on its visitor's machine. */
function refuseForeignPages({ headers }: FastifyRequest, siteUrl: string): void {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(siteUrl).origin) return;
  throw new HttpError(403, failure(null, INVALID_REQUEST, 'Not for pages of other sites'));
}

/** Each message is a request of its token; what a tool asks for is counted beside it. */
async function identify(
  tokens: ApiTokens,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const token = apiTokenOf(request.headers);
    if (token === undefined) throw new ApiTokenError('malformed');
    const use = await tokens.use(token, networkOf(request));
    setLimitHeaders(reply, use);
    if (use.isLimited) throw tooMany(use);
  } catch (error) {
    if (!(error instanceof ApiTokenError)) throw error;
    await holdRefusal(distinctAddress(request.ip));
    throw new HttpError(
      401,
      failure(null, INVALID_REQUEST, 'Bring an API token: Authorization: Bearer chl_pat_…'),
      {
        headers: { 'www-authenticate': 'Bearer' },
      },
    );
  }
}
