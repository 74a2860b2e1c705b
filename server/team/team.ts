import type { Figures } from './figures.ts';
import { LocalLocks, type Locks } from './locks.ts';

/** The processes that serve together behind one port, as one of them sees it. */
export interface Team {
  /** How many there are: what a server may take is divided among them. */
  readonly size: number;
  /** Which one this is, from 1. One that is started again has the same place. */
  readonly place: number;
  readonly locks: Locks;
  /** Figures of everybody else who answers; none where one process does everything. */
  figuresOfOthers(): Promise<Figures>;
}

/** One process that does everything. */
export function alone(): Team {
  return { size: 1, place: 1, locks: new LocalLocks(), figuresOfOthers: async () => new Map() };
}

/**
 * What has to be done once and not by everybody (jobs, mail, backups) is done by the first. Rows are
 * claimed all the same: other servers on the same database do it as well.
 */
export function leads({ place }: Team): boolean {
  return place === 1;
}

/** A part of what the whole server may have, at least one. */
export function partOf(whole: number, { size }: Pick<Team, 'size'>): number {
  return Math.max(1, Math.floor(whole / size));
}
