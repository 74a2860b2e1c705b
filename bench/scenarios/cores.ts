import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { startEnvironment } from '../environment.ts';
import { type GeneratedCompany, generateData } from '../generate.ts';
import { loadSql, type Measurement } from '../load.ts';
import { serverCpuSeconds, serverMebibytes } from '../processes.ts';
import { asCaller, loadWarm, STEPS } from './data-api.ts';
import type { Scenario } from './scenario.ts';

const LONG = { workers: [1, 2, 4], warmUpSeconds: 3 };
/** The generators share the machine with what they measure. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 4));

/**
 * The same requests to a server of one, two and four processes, one after the other on the same data,
 * each against pgbench over as many connections right after it. On two cores that shows what the
 * further processes cost; what they bring needs more cores.
 */
export const cores: Scenario<typeof LONG> = {
  name: 'cores',
  settings: { long: LONG, quick: { warmUpSeconds: 2 } },
  async *run(_, given, { workers, warmUpSeconds }) {
    const common = { ...given, threads: THREADS };
    const dataDir = await mkdtemp(path.join(tmpdir(), 'chalkline-bench-cores-'));
    // All requests are one account's, which has a quarter: all connections of the generator.
    const pool = { DATABASE_POOL: String(4 * common.connections) };
    const alone = new Map<string, Measurement>();
    let company: GeneratedCompany | undefined;
    try {
      for (const count of workers) {
        // Each process has to be warm, and has its part of the requests only.
        const options = { ...common, warmUpSeconds: warmUpSeconds * count };
        const environment = await startEnvironment({ ...pool, WORKERS: String(count) }, dataDir);
        try {
          company ??= await generateData(environment.sql, options.entries);
          const processes = count === 1 ? '1 process' : `${count} workers`;
          for (const step of STEPS) {
            const statements = asCaller(company[step.as], step.sql(company));
            const before = serverCpuSeconds(environment.serverPid);
            const ours = await loadWarm(environment, step, company, options);
            const spent = serverCpuSeconds(environment.serverPid) - before;
            const direct = await loadSql(statements, environment.direct, options);
            const first = alone.get(step.name) ?? ours;
            alone.set(step.name, first);
            const requests = ours.perSecond * (options.seconds + options.warmUpSeconds);
            yield {
              name: `${step.name}, ${processes}`,
              ours,
              direct,
              note: [
                `× ${(ours.perSecond / first.perSecond).toFixed(2)} of one process`,
                `${((spent / requests) * 1e6).toFixed(0)} µs of Node's CPU each`,
              ].join('   '),
            };
          }
          const mebibytes = serverMebibytes(environment.serverPid).toFixed(0);
          yield { name: processes, note: `${mebibytes} MiB resident after the load` };
        } finally {
          await environment.stop();
        }
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
