import { RecentAmounts } from '../../concurrency/recent-amounts.ts';
import type { Pressure } from './pressure.ts';
import type { ProcessorClock, ProcessorReading } from './processor-clock.ts';

const HALF_LIFE_MS = 2_000;
/** Whoever takes less is let alone, whatever others do: a twentieth of a core, */
const SMALL_MS = 150;
/** or this part of what all take. Not of the machine: others may leave us little of it. */
const SMALL_PART = 1 / 20;
/** Times what the others have on average: people are not all alike. */
const MORE_THAN_OTHERS = 1.25;
/** Whoever works asks again sooner than this. */
const AT_WORK_MS = 2_000;
/** What a request costs our own process, about. */
const OWN_MS = 0.2;
const ALL = '';

/** A connection, for as long as it is open. */
interface Line {
  readonly clock: ProcessorClock | undefined;
  last: ProcessorReading | undefined;
  /** Who has it, and since when (or since the last count). */
  key: string | undefined;
  since: number;
  /** How long each caller had it since the last count. */
  readonly held: Map<string, number>;
}

export interface CallerUseOptions {
  readonly cores: number;
  readonly now: () => number;
  readonly pressure: Pressure;
}

/**
 * How much processor time each caller's statements took lately, and who takes more than a share
 * while others wait for a processor. Connections are counted every now and then, not with every
 * statement; where the kernel tells nothing of PostgreSQL (another machine, another system), time
 * on a connection counts instead, divided by how many there were for every core.
 */
export class CallerUse {
  readonly #cores: number;
  readonly #now: () => number;
  readonly #pressure: Pressure;
  readonly #used: RecentAmounts;
  readonly #lines = new Map<object, Line>();
  /** Those with something to count. */
  readonly #touched = new Set<Line>();
  /** By caller: when it had a connection last. */
  readonly #seen = new Map<string, number>();
  #countedAt: number;

  constructor({ cores, now, pressure }: CallerUseOptions) {
    this.#cores = cores;
    this.#now = now;
    this.#pressure = pressure;
    this.#used = new RecentAmounts(HALF_LIFE_MS, now);
    this.#countedAt = now();
  }

  /** `connection`: whatever stands for it. */
  open(connection: object, clock: ProcessorClock | undefined): void {
    this.#lines.set(connection, {
      clock,
      last: clock?.read(),
      key: undefined,
      since: 0,
      held: new Map(),
    });
  }

  close(connection: object): void {
    const line = this.#lines.get(connection);
    if (!line) return;
    line.clock?.close();
    this.#touched.delete(line);
    this.#lines.delete(connection);
  }

  /** Once nothing is counted any more. */
  stop(): void {
    this.#pressure.stop();
  }

  begin(connection: object, key: string): void {
    const line = this.#lines.get(connection);
    if (!line) return;
    line.key = key;
    line.since = this.#now();
    this.#touched.add(line);
    this.#seen.set(key, line.since);
  }

  end(connection: object): void {
    const line = this.#lines.get(connection);
    if (line?.key === undefined) return;
    this.#charge(line.key, OWN_MS);
    hold(line, this.#now());
    line.key = undefined;
  }

  /** Whether there is something to count. */
  get isCounting(): boolean {
    return this.#touched.size > 0;
  }

  usedMs(key: string): number {
    return this.#used.of(key);
  }

  /** Takes enough to be looked at. */
  isHeavy(key: string): boolean {
    const used = this.#used.of(key);
    return used > SMALL_MS && used > SMALL_PART * this.#used.of(ALL);
  }

  /**
   * How many connections a heavy one may have: as many as keep the processors busy; one when others
   * have less and begin to wait for a processor; none for now when they wait much, unless it had
   * none for so long that it would seem to be forgotten.
   */
  allowance(key: string): number {
    const busy = 2 * this.#cores;
    const others = this.#seen.size - (this.#seen.has(key) ? 1 : 0);
    if (others === 0) return busy;
    const used = this.#used.of(key);
    const ofEachOther = (this.#used.of(ALL) - used) / others;
    if (used <= MORE_THAN_OTHERS * ofEachOther) return busy;
    const most = { none: busy, some: 1, much: 0 }[this.#pressure.feltWithout(key)];
    return this.#seen.has(key) ? most : Math.max(1, most);
  }

  /** To call some times a second while there is work. */
  count(): void {
    const now = this.#now();
    let heldMs = 0;
    for (const line of this.#touched) heldMs += hold(line, now);
    const atOnce = heldMs / Math.max(1, now - this.#countedAt);
    const estimate = Math.min(1, this.#cores / Math.max(1, atOnce));
    this.#countedAt = now;
    for (const line of this.#touched) {
      this.#divide(line, estimate);
      if (line.key === undefined) this.#touched.delete(line);
    }
    this.#pressure.count(atOnce);
    for (const [key, at] of this.#seen) if (at < now - AT_WORK_MS) this.#seen.delete(key);
    for (const { key } of this.#touched) if (key !== undefined) this.#seen.set(key, now);
  }

  /** What a backend did since the last count, by how long each caller had it. */
  #divide(line: Line, estimate: number): void {
    const { held, last } = line;
    const reading = line.clock?.read();
    let wallMs = 0;
    for (const ms of held.values()) wallMs += ms;
    const known = reading && last;
    const ran = known ? reading.ran - last.ran : wallMs * estimate;
    const waited = known ? reading.waited - last.waited : 0;
    for (const [key, ms] of held) {
      const part = wallMs > 0 ? ms / wallMs : 1 / held.size;
      this.#charge(key, ran * part);
      this.#pressure.add(key, { ran: ran * part, waited: waited * part }, known !== undefined);
    }
    line.last = reading;
    held.clear();
  }

  #charge(key: string, ms: number): void {
    this.#used.add(key, ms);
    this.#used.add(ALL, ms);
  }
}

/** Notes for whom the line was held since it was taken or noted last; returns how long it is noted for. */
function hold(line: Line, now: number): number {
  if (line.key !== undefined) {
    line.held.set(line.key, (line.held.get(line.key) ?? 0) + now - line.since);
    line.since = now;
  }
  let sum = 0;
  for (const ms of line.held.values()) sum += ms;
  return sum;
}
