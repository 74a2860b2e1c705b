// What docs/offline.md says about events from phones without signal, once more and in other words than
// the database's: the simulation compares the two. Times are milliseconds since the epoch.

export type Kind = 'clock_in' | 'clock_out' | 'switch' | 'start_break' | 'end_break';

export interface ModelEvent {
  readonly id: string;
  readonly device: string;
  readonly sequence: number;
  readonly kind: Kind;
  readonly happenedAt: number;
  readonly offset: number;
  /** Measured again when it was sent. */
  sentOffset: number;
  /** The entry it starts, or acts on. */
  readonly entry: string;
  /** A switch: the entry it ends. */
  readonly from?: string;
  readonly pause?: string;
  readonly project?: string;
  state: 'received' | 'closing' | 'applied' | 'repeated' | 'held';
  problem?: string;
  ends?: string;
}

export interface ModelBreak {
  readonly id: string;
  readonly starts: number;
  ends: number | null;
}

export interface ModelEntry {
  readonly id: string;
  readonly project: string;
  starts: number;
  ends: number | null;
  breaks: ModelBreak[];
}

interface State {
  entries: Map<string, ModelEntry>;
  events: Map<string, ModelEvent>;
}

class Hold extends Error {}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const BELIEVED = 5 * MINUTE;
/** Held for these, it is never judged again by itself. */
const ONLY_MANAGERS: readonly unknown[] = ['clock_wrong', 'late'];
const STARTS: readonly Kind[] = ['clock_in', 'switch'];

export class OfflineModel {
  #state: State = { entries: new Map(), events: new Map() };
  readonly locked = new Set<number>();
  readonly archived = new Set<string>();
  readonly #midnight: number;
  readonly #now: () => number;

  readonly #lateAfter: number;

  /** Punches that arrive later than so many milliseconds wait for a manager. */
  constructor(midnight: number, now: () => number, lateAfter: number) {
    this.#midnight = midnight;
    this.#now = now;
    this.#lateAfter = lateAfter;
  }

  get entries(): ModelEntry[] {
    return [...this.#state.entries.values()].toSorted((a, b) => a.starts - b.starts);
  }

  get events(): ModelEvent[] {
    return [...this.#state.events.values()];
  }

  get running(): ModelEntry | undefined {
    return this.entries.find(({ ends }) => ends === null);
  }

  day(at: number): number {
    return Math.floor((at - this.#midnight) / DAY);
  }

  /** Time a manager enters; false where the database would refuse it. */
  add(entry: ModelEntry): boolean {
    if (this.#isLocked(entry.starts, entry.ends) || this.#overlaps(entry)) return false;
    this.#state.entries.set(entry.id, entry);
    return true;
  }

  /** A batch of one device, in order; one result each. */
  receive(batch: readonly ModelEvent[]): string[] {
    const fresh = batch.filter(({ id }) => !this.#state.events.has(id));
    for (const event of fresh) this.#state.events.set(event.id, { ...event });
    const results = batch.map(({ id }) => {
      const { state } = this.#event(id);
      if (state === 'received' || state === 'closing') return this.#judge(id, 'new');
      return state === 'held' ? 'held' : 'repeated';
    });
    return batch.map(({ id }, index) =>
      results[index] === 'held' && this.#event(id).state === 'applied'
        ? 'applied'
        : (results[index] as string),
    );
  }

  #event(id: string): ModelEvent {
    return this.#state.events.get(id) as ModelEvent;
  }

  /** All or nothing: what is refused leaves no trace but the event that is held. */
  #judge(id: string, mode: 'new' | 'again'): string {
    const before = structuredClone(this.#state);
    let outcome: string;
    try {
      outcome = this.#apply(this.#event(id), mode);
    } catch (cause) {
      if (!(cause instanceof Hold)) throw cause;
      this.#state = before;
      this.#hold(id, cause.message);
      return 'held';
    }
    const event = this.#event(id);
    if (outcome !== 'held') {
      event.state = outcome as ModelEvent['state'];
      delete event.problem;
    }
    if (outcome === 'applied' && STARTS.includes(event.kind)) this.#judgeWaiting(event);
    return outcome;
  }

  #hold(id: string, problem: string): void {
    Object.assign(this.#event(id), { state: 'held', problem });
  }

  #judgeWaiting(started: ModelEvent): void {
    const waiting = this.events
      .filter(
        ({ id, state, problem, kind, entry, from }) =>
          id !== started.id &&
          problem === 'waiting' &&
          (state === 'closing' ||
            (state === 'held' && (kind === 'switch' ? from : entry) === started.entry)),
      )
      .toSorted((a, b) => a.device.localeCompare(b.device) || a.sequence - b.sequence);
    for (const { id } of waiting) this.#judgeAgain(id);
  }

  #judgeAgain(id: string): void {
    const { problem } = this.#event(id);
    if (problem !== undefined && !ONLY_MANAGERS.includes(problem)) this.#judge(id, 'again');
  }

  #apply(event: ModelEvent, mode: 'new' | 'again'): string {
    const problem = mode === 'new' && this.#punchProblem(event);
    if (problem) throw new Hold(problem);
    if (event.kind === 'clock_in') return this.#start(event, countsAt(event));
    if (event.kind === 'switch') return this.#switch(event);
    const entry = this.#entryOf(event);
    if (event.kind === 'clock_out') {
      return this.#event(event.id).state === 'closing' ? 'applied' : this.#stop(event, entry);
    }
    return event.kind === 'start_break'
      ? this.#startBreak(event, entry)
      : this.#endBreak(event, entry);
  }

  #punchProblem(event: ModelEvent): string | undefined {
    if (this.#clockIsWrong(event)) return 'clock_wrong';
    return this.#now() - countsAt(event) > this.#lateAfter ? 'late' : undefined;
  }

  #clockIsWrong(event: ModelEvent): boolean {
    const before = this.events
      .filter(
        ({ device, sequence, state }) =>
          device === event.device && sequence < event.sequence && state === 'applied',
      )
      .toSorted((a, b) => b.sequence - a.sequence)[0];
    return (
      Math.abs(event.offset) > DAY ||
      Math.abs(event.sentOffset - event.offset) > BELIEVED ||
      countsAt(event) > this.#now() + BELIEVED ||
      (before !== undefined && countsAt(event) + BELIEVED < countsAt(before))
    );
  }

  #isLocked(from: number, to: number | null): boolean {
    const last = this.day(to ?? this.#now());
    return [...this.locked].some((day) => day >= this.day(from) && day <= last);
  }

  #overlaps({ id, starts, ends }: ModelEntry): boolean {
    return this.entries.some(
      (other) =>
        other.id !== id &&
        other.starts < (ends ?? Number.POSITIVE_INFINITY) &&
        (other.ends ?? Number.POSITIVE_INFINITY) > starts,
    );
  }

  #start(event: ModelEvent, moment: number): string {
    if (this.#state.entries.has(event.entry)) return 'repeated';
    const closing = this.events
      .filter(
        (x) =>
          x.id !== event.id &&
          (x.state === 'received' || x.state === 'held') &&
          (x.kind === 'clock_out' ? x.entry : x.kind === 'switch' ? x.from : null) ===
            event.entry &&
          !ONLY_MANAGERS.includes(x.state === 'held' ? x.problem : this.#punchProblem(x)),
      )
      .toSorted((a, b) => countsAt(a) - countsAt(b))[0];
    const length = closing ? countsAt(closing) - moment : 0;
    const ends = closing && length > 0 && length <= DAY ? countsAt(closing) : null;
    const entry: ModelEntry = {
      id: event.entry,
      project: event.project as string,
      starts: moment,
      ends,
      breaks: [],
    };
    if (this.#isLocked(moment, ends)) throw new Hold('locked');
    if (this.archived.has(entry.project)) throw new Hold('booking');
    if (this.#overlaps(entry)) throw new Hold('overlap');
    this.#state.entries.set(entry.id, entry);
    if (closing && ends !== null) this.#event(closing.id).state = 'closing';
    return 'applied';
  }

  /** The entry a clock-out, switch or break is about; a held start may fit now that its end is known. */
  #entryOf(event: ModelEvent): ModelEntry {
    const meant = event.kind === 'switch' ? event.from : event.entry;
    const started = this.events.find(
      ({ id, kind, entry, state }) =>
        id !== event.id && entry === meant && state === 'held' && STARTS.includes(kind),
    );
    if (started && (event.kind === 'clock_out' || event.kind === 'switch')) {
      this.#judgeAgain(started.id);
    }
    const entry = this.#state.entries.get(meant as string);
    if (!entry) throw new Hold('waiting');
    return entry;
  }

  #stop(event: ModelEvent, entry: ModelEntry): string {
    const at = countsAt(event);
    if (entry.ends !== null && Math.abs(entry.ends - at) <= MINUTE) return 'repeated';
    if (entry.ends !== null) throw new Hold('already_stopped');
    if (at <= entry.starts) throw new Hold('other');
    if (this.#isLocked(entry.starts, at)) throw new Hold('locked');
    if (at - entry.starts > DAY) throw new Hold('too_long');
    // What still runs reaches into every day until now.
    if (this.#isLocked(entry.starts, null)) throw new Hold('locked');
    const breaks = entry.breaks.map((pause) => ({
      ...pause,
      ends: pause.ends ?? (pause.starts < at ? at : null),
    }));
    if (breaks.some(({ starts, ends }) => ends === null || (ends ?? starts) > at)) {
      throw new Hold('other');
    }
    Object.assign(entry, { ends: at, breaks });
    return 'applied';
  }

  #switch(event: ModelEvent): string {
    if (this.#state.entries.has(event.entry)) return 'repeated';
    const ended = this.#entryOf(event);
    const now = this.#event(event.id);
    if (now.state !== 'closing' && now.ends !== ended.id) this.#stop(event, ended);
    now.ends = ended.id;
    const before = structuredClone(this.#state);
    try {
      return this.#start(now, Math.max(countsAt(event), ended.ends ?? 0));
    } catch (cause) {
      if (!(cause instanceof Hold)) throw cause;
      this.#state = before;
      this.#hold(event.id, cause.message);
      return 'held';
    }
  }

  #startBreak(event: ModelEvent, entry: ModelEntry): string {
    const at = countsAt(event);
    const open = entry.breaks
      .filter(({ id, ends }) => id === event.pause || ends === null)
      .toSorted((a, b) => b.starts - a.starts)[0];
    if (open) {
      if (open.id === event.pause || Math.abs(open.starts - at) <= MINUTE) return 'repeated';
      throw new Hold('other');
    }
    const next = this.events
      .filter(({ device, sequence }) => device === event.device && sequence > event.sequence)
      .toSorted((a, b) => a.sequence - b.sequence)[0];
    const ending =
      next?.kind === 'end_break' &&
      (next.state === 'received' || next.state === 'held') &&
      countsAt(next) > at
        ? next
        : undefined;
    const known = [ending && countsAt(ending), entry.ends].filter((end) => end != null);
    const ends = known.length > 0 ? Math.min(...known) : null;
    this.#putBreak(entry, { id: event.pause as string, starts: at, ends });
    if (ending) this.#event(ending.id).state = 'closing';
    return 'applied';
  }

  #endBreak(event: ModelEvent, entry: ModelEntry): string {
    if (this.#event(event.id).state === 'closing') return 'applied';
    const at = countsAt(event);
    const named = entry.breaks.find(({ id }) => id === event.pause);
    const pause =
      named ??
      entry.breaks.filter(({ starts }) => starts <= at).toSorted((a, b) => b.starts - a.starts)[0];
    if (!pause) throw new Hold('other');
    if (pause.ends !== null && Math.abs(pause.ends - at) <= MINUTE) return 'repeated';
    if (pause.ends !== null) throw new Hold('other');
    this.#putBreak(entry, { ...pause, ends: at });
    return 'applied';
  }

  #putBreak(entry: ModelEntry, pause: ModelBreak): void {
    const others = entry.breaks.filter(({ id }) => id !== pause.id);
    const end = pause.ends ?? Number.POSITIVE_INFINITY;
    if (this.#isLocked(entry.starts, entry.ends)) throw new Hold('locked');
    const outside =
      pause.starts < entry.starts ||
      (pause.ends ?? pause.starts) > (entry.ends ?? Number.POSITIVE_INFINITY) ||
      (pause.ends === null && entry.ends !== null);
    const crossing = others.some(
      ({ starts, ends }) => starts < end && (ends ?? Number.POSITIVE_INFINITY) > pause.starts,
    );
    if (outside || crossing || end <= pause.starts) throw new Hold('other');
    entry.breaks = [...others, pause];
  }
}

/** The instant that counts. */
export function countsAt({ happenedAt, offset }: ModelEvent): number {
  return happenedAt + offset;
}

/** Minutes paid: each punch cut to its minute, unpaid breaks of half an hour and more taken off. */
export function paidMinutes({ starts, ends, breaks }: ModelEntry): number {
  if (ends === null) return 0;
  const minute = (at: number): number => Math.floor(at / MINUTE);
  const off = breaks
    .map((pause) => minute(pause.ends ?? ends) - minute(pause.starts))
    .filter((minutes) => minutes >= 30);
  return minute(ends) - minute(starts) - off.reduce((sum, minutes) => sum + minutes, 0);
}
