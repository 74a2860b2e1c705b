import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IntuitOAuth } from './intuit-oauth.ts';
import { Fault, QuickBooksCompany } from './quickbooks-company.ts';

/** What it does with one request to a company. */
export type Behavior =
  | 'answer'
  | 'answer 429'
  | 'answer 500'
  | 'hang up'
  | 'save and hang up'
  | 'save and answer 500'
  | 'answer 200 with a fault';

export interface FakeIntuit {
  /** For ACCOUNTING_GATEWAY. */
  readonly url: string;
  readonly oauth: IntuitOAuth;
  /** `POST timeactivity`, newest last. */
  readonly asked: string[];
  /** The largest number of requests that were under way beside each other. */
  atOnce: number;
  company(realmId: string, name: string, environment?: 'production' | 'sandbox'): QuickBooksCompany;
  behave: (method: string, path: string) => Behavior;
  /** For the next requests to the token address. */
  behaveAtToken: () => 'answer' | 'answer 500' | 'save and hang up';
  /** In a second and a minute; Intuit's own unless a test wants to be quick. */
  limits: { perSecond: number; perMinute: number };
  close(): Promise<void>;
}

const HOSTS = {
  'quickbooks.api.intuit.com': 'production',
  'sandbox-quickbooks.api.intuit.com': 'sandbox',
} as const;
const MAX_REQUEST_ID = 50;

/**
 * Intuit as its documentation says and as strict: https://developer.intuit.com/app/developer/qbo/docs. Each host is
 * the beginning of a path, as behind a gateway.
 */
export async function startFakeIntuit(): Promise<FakeIntuit> {
  const companies = new Map<string, QuickBooksCompany>();
  const repeated = new Map<string, object>();
  const times = new Map<string, number[]>();
  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    fake.atOnce = Math.max(fake.atOnce, underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    void readBody(request).then((body) => handle(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeIntuit = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    oauth: new IntuitOAuth(),
    asked: [],
    atOnce: 0,
    company(realmId, name, environment = 'production') {
      const made = new QuickBooksCompany(realmId, name, environment);
      companies.set(realmId, made);
      return made;
    },
    behave: () => 'answer',
    behaveAtToken: () => 'answer',
    limits: { perSecond: 10, perMinute: 500 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;

  function handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): ServerResponse {
    const url = new URL(request.url ?? '', fake.url);
    const [, host = '', ...rest] = url.pathname.split('/');
    const path = rest.join('/');
    if (host === 'appcenter.intuit.com' && path === 'connect/oauth2') return consent(url, response);
    if (host === 'oauth.platform.intuit.com' && path === 'oauth2/v1/tokens/bearer') {
      return token(request, response, body);
    }
    if (host === 'developer.api.intuit.com' && path === 'v2/oauth2/tokens/revoke') {
      const { token: given } = JSON.parse(body) as { token?: unknown };
      const { status } = fake.oauth.revoke(request.headers.authorization, given);
      return answer(response, status, {});
    }
    const [, realmId, asked] = /^v3\/company\/(\d+)\/(.+)$/.exec(path) ?? [];
    const environment = HOSTS[host as keyof typeof HOSTS];
    if (realmId === undefined || asked === undefined || environment === undefined) {
      return answer(response, 404, {});
    }
    return serve(request, response, { url, realmId, asked, environment, body });
  }

  function consent(url: URL, response: ServerResponse): ServerResponse {
    const visit = fake.oauth.authorize(url.searchParams);
    if (!visit) return answer(response, 400, { error: 'The redirect_uri or the app is not known' });
    const links = [...companies.values()].map(
      ({ realmId, name }) => `<p><a href="${visit.allow(realmId)}">${name}</a></p>`,
    );
    response.setHeader('content-type', 'text/html');
    return response.end(
      `<!doctype html><html lang="en"><title>Intuit</title><h1>Connect a company</h1>${links.join('')}<a href="${visit.cancel}">No thanks</a></html>`,
    );
  }

  function token(request: IncomingMessage, response: ServerResponse, body: string): ServerResponse {
    const behavior = fake.behaveAtToken();
    if (behavior === 'answer 500') return answer(response, 500, {});
    const form = new URLSearchParams(body);
    const result = fake.oauth.token(request.headers.authorization, form);
    if (behavior === 'save and hang up') return hangUp(response);
    return answer(response, result.status, result.body ?? {});
  }

  function serve(request: IncomingMessage, response: ServerResponse, call: Call): ServerResponse {
    const { method = '' } = request;
    fake.asked.push(`${method} ${call.asked}`);
    if (isTooMuch(call.realmId)) return answer(response, 429, {});
    const behavior = fake.behave(method, call.asked);
    if (behavior === 'answer 429') return answer(response, 429, {});
    if (behavior === 'answer 500') return answer(response, 500, {});
    if (behavior === 'hang up') return hangUp(response);
    if (behavior === 'answer 200 with a fault') {
      return answer(response, 200, new Fault('6000', 'A business validation error').body);
    }
    try {
      const body = execute(request, call);
      if (behavior === 'save and hang up') return hangUp(response);
      if (behavior === 'save and answer 500') return answer(response, 500, {});
      return answer(response, 200, body);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return answer(response, error.status, error.body);
    }
  }

  /** Throws a Fault. */
  function execute(request: IncomingMessage, call: Call): object {
    const { url, asked, body } = call;
    const company = admit(request, call);
    const query = url.searchParams;
    if (query.get('minorversion') !== '75') throw new Fault('2000', 'Send minorversion=75');
    if (request.method === 'GET') return read(company, asked, query);
    const requestId = query.get('requestid') ?? '';
    if (requestId === '' || requestId.length > MAX_REQUEST_ID) {
      throw new Fault('2000', 'requestid takes 1 to 50 characters');
    }
    if (request.method !== 'POST' || asked !== 'timeactivity') throw new Fault('500', asked);
    if (request.headers['content-type'] !== 'application/json') {
      throw new Fault('2000', 'Unsupported content type', { status: 415 });
    }
    const before = repeated.get(`${company.realmId} ${requestId}`);
    if (before) return before;
    const content = JSON.parse(body) as Record<string, unknown>;
    const isDeletion = query.get('operation') === 'delete';
    const result = { TimeActivity: isDeletion ? company.remove(content) : company.write(content) };
    repeated.set(`${company.realmId} ${requestId}`, result);
    return result;
  }

  function admit(request: IncomingMessage, { realmId, environment }: Call): QuickBooksCompany {
    const grant = fake.oauth.grantOf(request.headers.authorization);
    if (!grant) {
      throw new Fault('3200', 'message=AuthenticationFailed; errorCode=003200; statusCode=401', {
        status: 401,
        type: 'AUTHENTICATION',
      });
    }
    const company = companies.get(realmId);
    const isOurs =
      grant.realmId === realmId &&
      company?.environment === environment &&
      grant.app.environment === environment;
    if (!isOurs) {
      const message = 'message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403';
      throw new Fault('3100', message, { status: 403, type: 'AUTHORIZATION' });
    }
    return company;
  }

  function isTooMuch(realmId: string): boolean {
    const now = Date.now();
    const recent = (times.get(realmId) ?? []).filter((time) => time > now - 60_000);
    recent.push(now);
    times.set(realmId, recent);
    const { perSecond, perMinute } = fake.limits;
    const inSecond = recent.slice(-perSecond - 1).filter((time) => time > now - 1_000).length;
    return inSecond > perSecond || recent.length > perMinute;
  }
}

interface Call {
  readonly url: URL;
  readonly realmId: string;
  readonly asked: string;
  readonly environment: 'production' | 'sandbox';
  readonly body: string;
}

function read(company: QuickBooksCompany, asked: string, query: URLSearchParams): object {
  if (asked === 'query') return company.query(query.get('query') ?? '');
  if (asked === 'cdc') {
    return company.changes(query.get('entities') ?? '', query.get('changedSince') ?? '');
  }
  if (asked === `companyinfo/${company.realmId}`) {
    return { CompanyInfo: { CompanyName: company.name, Id: '1', SyncToken: '0' } };
  }
  const [, id] = /^timeactivity\/(\d+)$/.exec(asked) ?? [];
  if (id === undefined) throw new Fault('4000', `Unsupported operation ${asked}`);
  return { TimeActivity: company.get('TimeActivity', id) };
}

function answer(response: ServerResponse, status: number, body: object): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}

function hangUp(response: ServerResponse): ServerResponse {
  response.socket?.destroy();
  return response;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
