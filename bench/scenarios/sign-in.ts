import { hash, verify } from '@node-rs/argon2';
import type { BenchEnvironment } from '../environment.ts';
import { generateData } from '../generate.ts';
import { type LoadOptions, loadHttp, type Measurement } from '../load.ts';
import type { Scenario } from './scenario.ts';

const EMAIL = 'bench-sign-in@example.com';
const PASSWORD = 'plumb line and level 7';
const SIGN_INS_PER_SECOND = 8;

/**
 * Sign-in against the bare hash on as many threads as the server gives it, and what 8 sign-ins a
 * second leave to the data API.
 */
export const signIn: Scenario = {
  name: 'sign-in',
  async *run(environment, options) {
    const { companyId, managerId } = await generateData(environment.sql, options.entries);
    await createAccount(environment);
    yield {
      name: 'sign-in (direct: hash)',
      ours: await loadHttp(signInRequest(environment), { ...options, connections: 8 }),
      direct: await loadHash(options),
    };
    const list = {
      url: `${environment.url}/rest/v1/time_entries?select=id,clock_in,clock_out,notes&company_id=eq.${companyId}&order=clock_in.desc&limit=50`,
      headers: {
        apikey: environment.anonKey,
        authorization: `Bearer ${await environment.tokenFor(managerId)}`,
      },
    };
    const alone = await loadHttp(list, options);
    const stop = keepSigningIn(environment);
    const beside = await loadHttp(list, options);
    await stop();
    yield {
      name: 'list beside 8 sign-ins/s',
      ours: beside,
      direct: alone,
      figures: [
        {
          line: 'data requests beside 8 sign-ins a second',
          value: beside.perSecond / alone.perSecond,
          atLeast: 0.8,
        },
      ],
    };
  },
};

function signInRequest({ url, anonKey }: BenchEnvironment) {
  return {
    url: `${url}/auth/v1/token?grant_type=password`,
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: `'${JSON.stringify({ email: EMAIL, password: PASSWORD })}'`,
  };
}

async function createAccount({ url, serviceKey }: BenchEnvironment): Promise<void> {
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, email_confirm: true }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** One after another, as one core does it. */
async function loadHash({ seconds }: LoadOptions): Promise<Measurement> {
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  while (performance.now() < end) {
    const start = performance.now();
    await verify(stored, PASSWORD);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    errors: 0,
  };
}

function keepSigningIn(environment: BenchEnvironment): () => Promise<void> {
  const { url, method, headers } = signInRequest(environment);
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const underWay = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const request = fetch(url, { method, headers, body })
      .then((response) => response.arrayBuffer())
      .finally(() => underWay.delete(request));
    underWay.add(request);
  }, 1000 / SIGN_INS_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.allSettled(underWay);
  };
}
