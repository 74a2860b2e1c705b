import type { BenchEnvironment } from './environment.ts';

/** Calls functions over HTTP as that account; a refused call ends the run. */
export async function callAs(
  { url, anonKey, tokenFor }: Pick<BenchEnvironment, 'url' | 'anonKey' | 'tokenFor'>,
  userId: string,
) {
  const headers = {
    apikey: anonKey,
    authorization: `Bearer ${await tokenFor(userId)}`,
    'content-type': 'application/json',
  };
  return async (name: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${said}`);
    return said === '' ? null : JSON.parse(said);
  };
}

/** The median of how many milliseconds a call takes, after one that does not count. */
export async function median(rounds: number, call: () => Promise<unknown>): Promise<number> {
  await call();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}
