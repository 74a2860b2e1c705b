import type { BenchEnvironment } from '../environment.ts';
import { clearData, type GeneratedCompany, generateData } from '../generate.ts';
import type { Measurement } from '../load.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

/** `share`: how many of a step's repetitions are made, in percent. */
const LONG = { sizes: [10_000, 1_000_000, 5_000_000], share: 100 };
const DAY_MS = 86_400_000;

interface Step {
  readonly name: string;
  readonly as: 'managerId' | 'workerId';
  readonly repeat: number;
  readonly call: string;
  body(company: GeneratedCompany): unknown;
}

/** What someone does every day must cost the same however long the company has been with us. */
const STEPS: readonly Step[] = [
  {
    name: 'the day’s list, manager',
    as: 'managerId',
    repeat: 200,
    call: 'list_time_entries',
    body: lastDay,
  },
  {
    name: 'the day’s list, employee',
    as: 'workerId',
    repeat: 300,
    call: 'list_time_entries',
    body: lastDay,
  },
  {
    name: 'clock in',
    as: 'workerId',
    repeat: 200,
    call: 'clock_in',
    body: ({ projectId }) => ({ project_id_param: projectId }),
  },
  { name: 'dashboard', as: 'managerId', repeat: 100, call: 'dashboard', body: () => ({}) },
  {
    name: 'payroll of a week',
    as: 'managerId',
    repeat: 30,
    call: 'generate_payroll_export_data',
    body: lastWeek,
  },
];

/** Each step at several sizes of history; the ratio of medians to the smallest is what counts. */
export const growth: Scenario<typeof LONG> = {
  name: 'growth',
  settings: { long: LONG, quick: { sizes: [10_000, 400_000], share: 50 } },
  async *run(environment, _options, { sizes, share }) {
    const smallest = new Map<string, Measurement>();
    for (const size of sizes) {
      const company = await generateData(environment.sql, size);
      for (const step of STEPS) {
        const ours = await measure(environment, step, company, share / 100);
        const first = smallest.get(step.name) ?? ours;
        smallest.set(step.name, first);
        const name = `${step.name}, ${size.toLocaleString('en')} entries`;
        const ratio = ours.p50Ms / first.p50Ms;
        yield {
          name,
          ours,
          note: `${ratio.toFixed(2)} × the smallest`,
          figures: first === ours ? [] : [{ line: `growth: ${name}`, value: ratio, atMost: 1.25 }],
        };
      }
      await clearData(environment.sql);
    }
  },
};

async function measure(
  environment: BenchEnvironment,
  step: Step,
  company: GeneratedCompany,
  share: number,
): Promise<Measurement> {
  const headers = {
    apikey: environment.anonKey,
    authorization: `Bearer ${await environment.tokenFor(company[step.as])}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify(step.body(company));
  const call = (name: string, text: string) =>
    fetch(`${environment.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: text });
  const round = async (times: Times) => {
    const answer = await times.measure(() => call(step.call, body));
    await answer.arrayBuffer();
    if (step.call === 'clock_in') await (await call('clock_out', '{}')).arrayBuffer();
  };
  const repeat = step.repeat * share;
  const warmUp = new Times();
  for (let turn = 0; turn < repeat / 4; turn++) await round(warmUp);
  const times = new Times();
  const begun = performance.now();
  for (let turn = 0; turn < repeat; turn++) await round(times);
  return times.summary((performance.now() - begun) / 1000);
}

/** The generated history ends yesterday. */
function lastDay() {
  const now = Date.now();
  return {
    start_param: new Date(now - 1.5 * DAY_MS).toISOString(),
    end_param: new Date(now).toISOString(),
    limit_param: 200,
  };
}

function lastWeek({ companyId }: GeneratedCompany) {
  const date = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return { company_id_param: companyId, start_date_param: date(8), end_date_param: date(2) };
}
