import { setTimeout as delay } from 'node:timers/promises';

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const INSPECTOR = 'http://127.0.0.1:9229/json/list';

/** Samples what a Node process does while `work` runs; SIGUSR1 opens its inspector. */
export async function profileDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly profile: Profile }> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorOf(pid));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('The inspector did not answer.'));
  });
  let lastId = 0;
  const send = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId;
      socket.addEventListener('message', function answered({ data }) {
        const message = JSON.parse(String(data)) as { id?: number; result: unknown };
        if (message.id !== id) return;
        socket.removeEventListener('message', answered);
        resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: 200 });
  await send('Profiler.start');
  const result = await work();
  const { profile } = (await send('Profiler.stop')) as { profile: Profile };
  socket.close();
  return { result, profile };
}

async function inspectorOf(pid: number): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const answer = await fetch(INSPECTOR).catch(() => undefined);
    const [target] = ((await answer?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
    if (target) return target.webSocketDebuggerUrl;
    await delay(100);
  }
  throw new Error(`Process ${pid} opened no inspector on port 9229.`);
}

/** What a sample counts for: the first that fits, from the innermost function outwards. */
const STEPS: readonly (readonly [step: string, place: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)/],
  ['who asks', /server\/(auth|rest\/identify)/],
  ['request read, statement built', /server\/rest\/(request|query|sql|catalog)\//],
  [
    'a connection taken and given back',
    /server\/database\/(connection-pool|fairness|recent-use|caller)/,
  ],
  ['statements sent, rows read', /server\/database\//],
  ['answer made', /server\/rest\//],
  ['headers, id, metrics', /server\/(http|app)/],
  ['Fastify', /node_modules\/(fastify|find-my-way|fast-querystring)/],
  ["Node's HTTP", /node:_http/],
];
const WRITES = /^(writeBuffer|writev|writeUtf8String|writeLatin1String)$/;
const ELSEWHERE = "Node's streams, timers, promises";

/** The share of each step in the time the process was not idle. */
export function sharesOf(profile: Profile): Map<string, number> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const stackOf = (id: number): Frame[] => {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node) stack.push(node.callFrame);
    }
    return stack;
  };
  const steps = new Map(profile.nodes.map(({ id }) => [id, stepOf(stackOf(id))]));
  const times = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const step = steps.get(id);
    if (step === undefined) continue;
    const time = Math.max(0, profile.timeDeltas[index] ?? 0);
    times.set(step, (times.get(step) ?? 0) + time);
    busy += time;
  }
  return new Map([...times].sort((a, b) => b[1] - a[1]).map(([step, time]) => [step, time / busy]));
}

function stepOf(stack: readonly Frame[]): string | undefined {
  const [top] = stack;
  if (!top || top.functionName === '(idle)' || top.functionName === 'post') return undefined;
  if (top.functionName === '(program)') return 'waiting for events, outside of JavaScript';
  if (WRITES.test(top.functionName)) {
    const toDatabase = stack.some(({ url }) => url.includes('database/wire'));
    return toDatabase ? 'write to PostgreSQL' : 'write to the client';
  }
  for (const { functionName, url } of stack) {
    const place = url === '' ? functionName : url;
    const step = STEPS.find(([, pattern]) => pattern.test(place));
    if (step) return step[0];
  }
  return ELSEWHERE;
}
