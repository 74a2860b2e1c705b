import { vi } from 'vitest';

/** What a screen asked for: `path` without the API's prefix, such as `projects` or `rpc/clock_in`. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the screen sent
  readonly body: any;
}

/** An answer other than 200, in the shape the database gives its refusals. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** The rows or the value of an answer, or how to make it; a promise keeps the screen waiting. */
export type Answer = unknown | ((request: AskedRequest) => unknown);

/** By `METHOD path`: `GET projects`, `POST rpc/clock_in`, `POST auth/token`. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Backend {
  /** Everything that was asked for, in order. */
  readonly requests: readonly AskedRequest[];
  /** Requests nobody answered: a test with one of these fails. */
  readonly unanswered: readonly string[];
  /** Adds answers, or replaces them. */
  answer(more: Answers): void;
  /** Bodies of the requests of this `METHOD path`. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the screen sent
  sent(what: string): any[];
}

const URL_OF_BACKEND = 'http://backend.test';

/** Stands where the network begins: everything of the app above `fetch` is real. */
export function stubBackend(initial: Answers): Backend {
  let answers: Answers = {
    'GET /config.json': { supabaseUrl: URL_OF_BACKEND, supabaseAnonKey: 'sb_publishable_test' },
    ...initial,
  };
  const requests: AskedRequest[] = [];
  const unanswered: string[] = [];

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = await read(input, init);
    requests.push(request);
    const what = `${request.method} ${request.path}`;
    if (!(what in answers)) {
      unanswered.push(what);
      return respond(new Refusal(400, { message: `No answer for ${what}` }));
    }
    const answer = answers[what];
    return respond(await (typeof answer === 'function' ? answer(request) : answer));
  });

  return {
    requests,
    unanswered,
    answer(more) {
      answers = { ...answers, ...more };
    },
    sent: (what) =>
      requests.filter(({ method, path }) => `${method} ${path}` === what).map(({ body }) => body),
  };
}

async function read(input: RequestInfo | URL, init?: RequestInit): Promise<AskedRequest> {
  const isRequest = typeof input === 'object' && 'url' in input;
  const url = new URL(isRequest ? input.url : input, window.location.href);
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  const text = typeof init?.body === 'string' ? init.body : '';
  return {
    method,
    path:
      url.origin === URL_OF_BACKEND
        ? url.pathname.replace(/^\/rest\/v1\//, '').replace(/^\/(auth|storage)\/v1\//, '$1/')
        : url.pathname,
    query: url.searchParams,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function respond(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const { status, body } = answer instanceof Refusal ? answer : { status: 200, body: answer };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (Array.isArray(body)) headers['content-range'] = `0-${body.length - 1}/${body.length}`;
  return new Response(JSON.stringify(body ?? null), { status, headers });
}
