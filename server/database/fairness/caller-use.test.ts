import { expect, test } from 'vitest';
import { CallerUse } from './caller-use.ts';
import { Pressure } from './pressure.ts';

const CORES = 2;
const COUNT_MS = 100;

/** Connections of a machine whose processors are told what to do, and when. */
function makeMachine({ tells = true, utilization = 0 } = {}) {
  let now = 0;
  const clock = () => now;
  const pressure = new Pressure({
    ...{ cores: CORES, now: clock, own: undefined, utilization: () => utilization },
  });
  const use = new CallerUse({ cores: CORES, now: clock, pressure });
  const readings = new Map<string, { ran: number; waited: number }>();
  const connections = new Map<string, object>();
  const connectionOf = (key: string) => {
    const known = connections.get(key);
    if (known) return known;
    const connection = {};
    const reading = { ran: 0, waited: 0 };
    readings.set(key, reading);
    connections.set(key, connection);
    const processor = { read: () => ({ ...reading }), close: () => undefined };
    use.open(connection, tells ? processor : undefined);
    return connection;
  };
  return {
    use,
    /** For some seconds: of each second, what each caller's backend runs and waits. */
    work(seconds: number, rates: Record<string, { ran: number; waited?: number; held?: number }>) {
      for (let turn = 0; turn < (seconds * 1_000) / COUNT_MS; turn++) {
        for (const key of Object.keys(rates)) use.begin(connectionOf(key), key);
        for (const [key, { ran, waited = 0 }] of Object.entries(rates)) {
          const reading = readings.get(key) as { ran: number; waited: number };
          reading.ran += ran * COUNT_MS;
          reading.waited += waited * COUNT_MS;
        }
        const held = Object.entries(rates).toSorted(
          ([, a], [, b]) => (a.held ?? 1) - (b.held ?? 1),
        );
        const begun = now;
        for (const [key, { held: part = 1 }] of held) {
          now = begun + part * COUNT_MS;
          use.end(connectionOf(key));
        }
        now = begun + COUNT_MS;
        use.count();
      }
    },
    pass(seconds: number) {
      now += seconds * 1_000;
      use.count();
    },
  };
}

const ALL = 2 * CORES;
const crew = (rate: { ran: number; waited?: number }) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`person ${n}`, rate]));

test('Processor time counts, not how long a connection was held', () => {
  const { use, work } = makeMachine();
  work(10, { idle: { ran: 0 }, busy: { ran: 0.8 } });
  expect(use.usedMs('idle')).toBeLessThan(10);
  expect(use.usedMs('busy')).toBeGreaterThan(2_000);
  expect([use.isHeavy('idle'), use.isHeavy('busy')]).toEqual([false, true]);
});

test('Who is alone has what keeps the processors busy, however much they wait', () => {
  const { use, work } = makeMachine();
  work(10, { report: { ran: 1, waited: 1 } });
  expect(use.allowance('report')).toBe(ALL);
});

test('Who takes much is let alone while nobody waits for a processor', () => {
  const { use, work } = makeMachine();
  work(10, { report: { ran: 1, waited: 0.5 }, ...crew({ ran: 0.05 }) });
  expect(use.allowance('report')).toBe(ALL);
});

test('Who takes more than the others has one connection when they begin to wait, and none when they wait much', () => {
  const { use, work, pass } = makeMachine();
  const rest = { ran: 0.05, waited: 0.015 };
  work(5, { report: { ran: 0.9, waited: 0.1 }, ...crew(rest) });
  expect(use.allowance('report')).toBe(1);
  work(2, { report: { ran: 0.9, waited: 0.1 }, ...crew({ ran: 0.05, waited: 0.05 }) });
  expect(use.allowance('report')).toBe(0);
  // It is the turn of the others, for two seconds, or until it has had no more than they.
  work(1.8, crew({ ran: 0.05, waited: 0.05 }));
  expect(use.allowance('report')).toBe(0);
  work(0.4, crew({ ran: 0.05, waited: 0.05 }));
  expect(use.allowance('report')).toBe(1);
  work(4, crew({ ran: 0.1, waited: 0.1 }));
  expect(use.allowance('report')).toBe(ALL);
  pass(20);
  expect(use.isHeavy('report')).toBe(false);
});

test('Who asks now and then is not looked at, and neither is one of very many', () => {
  const { use, work } = makeMachine();
  const many = Array.from({ length: 40 }, (_, n) => [`person ${n}`, { ran: 0.04 }] as const);
  work(5, { ...Object.fromEntries(many), twice: { ran: 0.08 }, little: { ran: 0.01 } });
  expect([use.isHeavy('twice'), use.isHeavy('little')]).toEqual([false, false]);
});

test('A crew that works alike is held back by nobody, busy as the machine is', () => {
  const { use, work } = makeMachine();
  work(10, crew({ ran: 0.25, waited: 1 }));
  for (let person = 0; person < 8; person++) {
    expect(use.isHeavy(`person ${person}`)).toBe(true);
    expect(use.allowance(`person ${person}`)).toBe(ALL);
  }
});

test('Others wait for our own process as well', () => {
  const { use, work } = makeMachine({ utilization: 0.95 });
  work(5, { flood: { ran: 0.5 }, ...crew({ ran: 0.05 }) });
  expect(use.allowance('flood')).toBe(0);
});

test('Where the kernel tells nothing, time on connections counts, and more of them than cores are too many', () => {
  const { use, work } = makeMachine({ tells: false });
  const flood = { 'flood 1': { ran: 0 }, 'flood 2': { ran: 0 } };
  work(5, { ...flood, person: { ran: 0, held: 0.05 } });
  expect(use.usedMs('flood 1')).toBeGreaterThan(2_000);
  expect(use.usedMs('person')).toBeLessThan(300);
  expect(use.allowance('flood 1')).toBe(1);
  work(2, { 'flood 1': { ran: 0 }, person: { ran: 0, held: 0.05 } });
  expect(use.allowance('flood 1')).toBe(ALL);
});
