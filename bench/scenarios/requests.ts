import { generateData } from '../generate.ts';
import { loadHttp } from '../load.ts';
import { cpuSecondsOf, serverCpuSeconds } from '../processes.ts';
import { profileDuring, sharesOf } from '../profile.ts';
import { requestOf, STEPS } from './data-api.ts';
import type { Scenario } from './scenario.ts';

const PROFILED = new Set(['single row', 'list of 50 entries']);
/** Until Node has compiled what is used: it goes on getting faster for half a minute. */
const WARM_TIMES = 3;

/**
 * Where the time of a request goes. CPU is counted in a run without the profiler, which tells how it is
 * spread over the steps; writing wakes the other side, which on few cores runs at once, so the two
 * writes seem longer than they are.
 */
export const requests: Scenario = {
  name: 'requests',
  env: { WORKERS: '1' },
  async *run(environment, options) {
    const company = await generateData(environment.sql, options.entries);
    const { serverPid, postmasterPid } = environment;
    for (const step of STEPS.filter(({ name }) => PROFILED.has(name))) {
      const request = await requestOf(environment, step, company);
      for (let time = 0; time < WARM_TIMES; time++) await loadHttp(request, options);
      const before = [serverCpuSeconds(serverPid), cpuSecondsOf(postmasterPid)] as const;
      const ours = await loadHttp(request, options);
      const microseconds = (seconds: number) =>
        (seconds * 1e6) / (ours.perSecond * options.seconds);
      const server = microseconds(serverCpuSeconds(serverPid) - before[0]);
      const database = microseconds(cpuSecondsOf(postmasterPid) - before[1]);
      yield {
        name: step.name,
        ours,
        note: `CPU of a request: server ${server.toFixed(0)} µs, PostgreSQL ${database.toFixed(0)} µs`,
      };
      const { profile } = await profileDuring(serverPid, () => loadHttp(request, options));
      for (const [name, share] of sharesOf(profile)) {
        yield { name: `  ${name}`, note: `${(share * server).toFixed(1)} µs` };
      }
    }
  },
};
