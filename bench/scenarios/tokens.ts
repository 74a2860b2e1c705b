import { generateData } from '../generate.ts';
import { loadHttp, type Measurement } from '../load.ts';
import { requestOf, STEPS } from './data-api.ts';
import type { Scenario } from './scenario.ts';

/** A program asks one after the other, or two at a time. */
const LONG = { turns: 5, connections: 2 };

/** The same reads with a session and with an API token of the same person, by turns. */
export const tokens: Scenario<typeof LONG> = {
  name: 'tokens',
  env: { API_TOKEN_LIMIT: '1000000' },
  settings: { long: LONG, quick: { turns: 3 } },
  async *run(environment, given, { turns, connections }) {
    const options = { ...given, connections };
    const company = await generateData(environment.sql, options.entries);
    const session = await environment.tokenFor(company.managerId);
    const answer = await fetch(`${environment.url}/rest/v1/rpc/create_api_token`, {
      method: 'POST',
      headers: {
        apikey: environment.anonKey,
        authorization: `Bearer ${session}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        name_param: 'Bench',
        scopes_param: ['time:read', 'projects:read'],
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { token } = (await answer.json()) as { token: string };
    for (const step of STEPS.slice(0, 2)) {
      const bySession = await requestOf(environment, step, company);
      const byToken = {
        ...bySession,
        headers: { ...bySession.headers, authorization: `Bearer ${token}` },
      };
      const measured: { session: Measurement; token: Measurement }[] = [];
      // The first turn warms up.
      for (let turn = 0; turn <= turns; turn++) {
        const pair = {
          session: await loadHttp(bySession, options),
          token: await loadHttp(byToken, options),
        };
        if (turn > 0) measured.push(pair);
      }
      const ratios = measured.map((pair) => pair.token.perSecond / pair.session.perSecond).sort();
      const [last] = measured.slice(-1);
      const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0;
      yield {
        name: `${step.name} with a token`,
        ...(last && { ours: last.token }),
        note: `a session beside it: ${Math.round(last?.session.perSecond ?? 0)} a second`,
        figures: [{ line: `${step.name}: a token against a session`, value: ratio, atLeast: 0.5 }],
      };
    }
  },
};
