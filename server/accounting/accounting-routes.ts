import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../auth/authenticate.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import { requirePermission } from '../auth/require-permission.ts';
import { randomToken } from '../auth/tokens/secret-values.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import type { AccountingStore } from './accounting-store.ts';
import { ConnectionSecrets } from './connection-secrets.ts';
import { SignInVisits } from './sign-in-visits.ts';
import type { Connection, Session, SignIn, System, SystemName } from './system.ts';
import { SystemError } from './system-error.ts';
import type { Systems } from './systems.ts';

export interface RouteDependencies {
  readonly authenticator: Authenticator;
  readonly database: Database;
  readonly keys: { readonly sealKeys: SealKeys };
  readonly store: AccountingStore;
  readonly systems: Systems;
  readonly siteUrl: () => string;
}

interface ConnectionRoute {
  readonly Params: { readonly id: string };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PER_MINUTE = 30;
const ANSWER_MS = 30_000;
/** What a provider says of a sign-in. */
const ANSWERED = ['code', 'state', 'realmId', 'error'] as const;
const MAX_VALUE = 4_000;

const signInBody = z.object({
  /** A page of the app; never another site. */
  return_to: z.string().regex(/^\/[\w-]+(\/[\w-]+)*(\?[\w-]+=[\w-]+(&[\w-]+=[\w-]+)*)?$/),
});
const answerBody = z.object({
  state: z.string().min(1).max(200),
  answer: z.record(z.string().max(100), z.string().max(MAX_VALUE)),
});

/**
 * What owners do with a connection that the database cannot: hand over secrets, sign in at the system, try it,
 * take it back. Everything is asked with the owner's own session; a function of the project decides.
 */
export function accountingRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { store, systems, siteUrl, database } = dependencies;
  const visits = new SignInVisits(database.sql);
  const limits = createRateLimits(database.sql);
  const redirectUri = () => `${siteUrl()}/accounting/v1/callback`;

  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    void reply.header('referrer-policy', 'no-referrer');
  });

  const opened = async (request: FastifyRequest, id: string) => {
    const userId = await requireOwner(dependencies, request, id);
    const waitSeconds = await limits.tryTake([
      { key: `accounting:${userId}`, capacity: PER_MINUTE, perSeconds: 60 },
    ]);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    const connection = await store.connection(id);
    const system = connection && systems[connection.system];
    if (!connection || !system) throw refused();
    const secrets = await ConnectionSecrets.read(store, dependencies.keys, id);
    const session: Session = { connection, secrets, signal: AbortSignal.timeout(ANSWER_MS) };
    return { userId, connection, system, session };
  };

  /** What the set-up page says before anything was typed; no secret, and of no company. */
  app.get<{ Params: { system: string } }>('/systems/:system/sign-in', async (request) => {
    const signIn = systems[request.params.system as SystemName]?.signIn;
    if (!signIn) throw failure(404, 'no_sign_in', 'This system has no sign-in.');
    const uri = redirectUri();
    return {
      redirect_uri: uri,
      refusals: {
        production: signIn.refusalOf('production', uri),
        sandbox: signIn.refusalOf('sandbox', uri),
      },
    };
  });

  app.put<ConnectionRoute>('/connections/:id/secrets', async (request, reply) => {
    const { system, session } = await opened(request, idOf(request));
    const entered = system.entered.safeParse(request.body);
    if (!entered.success) throw badBody(entered.error);
    // Tokens that were granted to other keys are of no use any more.
    await session.secrets.overwrite(entered.data);
    return reply.status(204).send();
  });

  app.post<ConnectionRoute>('/connections/:id/sign-in', async (request) => {
    const { userId, connection, system, session } = await opened(request, idOf(request));
    const signIn = requireSignIn(system);
    const body = signInBody.safeParse(request.body);
    if (!body.success) throw badBody(body.error);
    const refusal = signIn.refusalOf(connection.environment, redirectUri());
    if (refusal !== null) throw failure(409, refusal, 'This address cannot be come back to.');
    const state = randomToken();
    const url = await answering(async () =>
      signIn.visitUrl(session, { state, redirectUri: redirectUri() }),
    );
    await visits.start(state, {
      connectionId: connection.id,
      userId,
      returnTo: body.data.return_to,
    });
    return { url: url.toString() };
  });

  /** The browser comes back here; its page hands the answer over with the session of who began. */
  app.get('/callback', async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    const state = textOf(query['state']);
    const returnTo = (await visits.returnTo(state)) ?? '/';
    // Nothing else: what stands behind the # of our own address may sign somebody in.
    const answer = ANSWERED.flatMap((name): [string, string][] => {
      const value = query[name];
      return typeof value === 'string' && value.length <= MAX_VALUE ? [[name, value]] : [];
    });
    // Behind the #: neither logs nor other sites get to see it.
    return reply.redirect(`${siteUrl()}${returnTo}#${new URLSearchParams(answer)}`, 302);
  });

  app.post<ConnectionRoute>('/connections/:id/sign-in/complete', async (request) => {
    const id = idOf(request);
    const { userId, system, session } = await opened(request, id);
    const signIn = requireSignIn(system);
    const body = answerBody.safeParse(request.body);
    if (!body.success) throw badBody(body.error);
    const { state, answer } = body.data;
    const found = await visits.consume(state, userId);
    if (found !== id) throw failure(409, 'sign_in_expired', 'This sign-in was used or is too old.');
    return answering(async () => {
      const { externalCompanyId, secrets } = await signIn.complete(session, {
        state,
        redirectUri: redirectUri(),
        answer: { ...answer, state },
      });
      await session.secrets.overwrite(secrets);
      await store.noteConnection({ id, lease: null }, { external_company_id: externalCompanyId });
      return connected(system, session, externalCompanyId);
    });
  });

  /** The test call. */
  app.post<ConnectionRoute>('/connections/:id/test', async (request) => {
    const { connection, system, session } = await opened(request, idOf(request));
    return answering(() => connected(system, session, connection.externalCompanyId));
  });

  /** Before the project forgets the secrets. */
  app.post<ConnectionRoute>('/connections/:id/revoke', async (request, reply) => {
    const { system, session } = await opened(request, idOf(request));
    await answering(async () => system.revoke?.(session));
    return reply.status(204).send();
  });

  async function connected(system: System, before: Session, externalCompanyId: string | null) {
    const connection: Connection = { ...before.connection, externalCompanyId };
    const facts = await system.test({ ...before, connection });
    await store.noteConnection(
      { id: connection.id, lease: null },
      { ...facts, state: 'connected', problem: null, problem_detail: null },
    );
    return { company_name: facts.company_name };
  }
}

async function requireOwner(
  dependencies: RouteDependencies,
  request: FastifyRequest,
  id: string,
): Promise<string> {
  return requirePermission(dependencies, request, {
    name: 'may_connect_accounting',
    values: [id],
    refused,
    missing: refused,
  });
}

function idOf(request: FastifyRequest<ConnectionRoute>): string {
  const { id } = request.params;
  if (UUID.test(id)) return id;
  throw refused();
}

function requireSignIn({ signIn }: System): SignIn {
  if (signIn) return signIn;
  throw failure(409, 'no_sign_in', 'This system has no sign-in.');
}

/** What the system said becomes the answer. */
async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    const status = { sign_in_needed: 409, refused: 409, busy: 503, unreachable: 502 }[
      error.failure
    ];
    throw failure(status, error.code, error.message, error);
  }
}

function failure(status: number, code: string, detail: string, cause?: unknown): HttpError {
  return new HttpError(status, { code: `accounting_${code}`, message: detail }, { cause });
}

function refused(): HttpError {
  return failure(403, 'owners_only', 'Only owners connect accounting systems.');
}

function badBody(error: z.ZodError): HttpError {
  const [issue] = error.issues;
  const detail = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  return failure(400, 'bad_input', detail);
}

function tooMany(waitSeconds: number): HttpError {
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)) };
  const body = { code: 'accounting_too_many', message: 'You are trying too fast.' };
  return new HttpError(429, body, { headers });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
