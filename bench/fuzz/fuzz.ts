import { Exchange, type Statuses } from './exchange.ts';
import type { Finding } from './findings.ts';
import { askHealthBeside } from './health-beside.ts';
import type { HealthBeside } from './health-process.ts';
import { Sender } from './send.ts';
import type { FuzzStage, HeldAtRest } from './stage.ts';
import type { Work } from './thread-work.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** The first of them; each can be sent alone. */
  readonly first?: number;
  /** Areas: rest, calls, auth, storage, scim, sockets, bytes, …; all without it. */
  readonly only?: readonly string[];
  readonly atOnce: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  readonly sent: number;
  readonly statuses: Statuses;
  readonly findings: readonly Finding[];
  /** Of all requests over HTTP: how many a handler of the server took. */
  readonly handledShare: number;
  /** Connections that ended without an answer, of requests that were answered when sent again. */
  readonly lost: number;
  /** After a tenth of the requests, and at the end. */
  readonly held: readonly HeldAtRest[];
  /** While requests were under way. */
  readonly health: HealthBeside;
  /** Of the main thread of the server, in the first tenth and in the rest. */
  readonly work: readonly Work[];
}

const PROGRESS_EVERY = 2_000;

/** Sends them all, and compares what the server holds at the end with what it held after a tenth. */
export async function fuzz(stage: FuzzStage, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, first = 0, atOnce, only, onProgress } = options;
  const { server, findings } = stage;
  const exchange = new Exchange(stage, seed, only);
  const held: HeldAtRest[] = [];
  const before = await server.counted();
  const health: HealthBeside[] = [];
  const work: Work[] = [];
  let next = first;
  let lost = 0;
  for (const until of [first + Math.floor(requests / 10), first + requests]) {
    const sender = new Sender(atOnce);
    const beside = askHealthBeside(server.url);
    const send = async () => {
      while (next < until && server.isRunning) {
        const index = next++;
        await exchange.run(index, sender);
        if (index % PROGRESS_EVERY === 0) onProgress?.(index - first);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, send));
    sender.close();
    health.push(await beside.end());
    if (server.isRunning) work.push((await server.counted()).work);
    lost += sender.lost;
    if (server.isRunning) held.push(await stage.atRest());
  }
  if (!server.isRunning) findings.add('the server ended', `about #${next}`);
  const counted = server.isRunning ? await server.counted() : before;
  return {
    ...{ sent: next - first, statuses: exchange.statuses, findings: findings.all, held, lost },
    handledShare: (counted.handled - before.handled) / Math.max(1, exchange.overHttp),
    work,
    health: {
      worst: health.flatMap(({ worst }) => worst),
      late: health.flatMap(({ late }) => late),
      failed: health.reduce((sum, { failed }) => sum + failed, 0),
    },
  };
}
