import type { Board, Demand } from '@/features/scheduling/board';
import type { IsoDate } from '@/lib/format';
import { weekDayOf } from '@/lib/time';

export interface DemandCell {
  needed: number;
  planned: number;
}

export interface DemandLine {
  key: string;
  projectId: string;
  /** People of this title; everybody else of the project where it is null. */
  jobTitle: string | null;
  /** What was entered for it and touches the days shown. */
  demands: readonly Demand[];
  cells: readonly DemandCell[];
}

const isWeekend = (day: IsoDate): boolean => weekDayOf(day) % 6 === 0;

export const neededOn = (demand: Demand, day: IsoDate): number =>
  day >= demand.start_date && day <= demand.end_date && (demand.weekends || !isWeekend(day))
    ? demand.people
    : 0;

const same = (one: string | null, other: string | null): boolean =>
  one === other || one?.trim().toLowerCase() === other?.trim().toLowerCase();

/**
 * What projects need on each day and how many people are planned. A project has a line for each title
 * it asks for and one for everyone else.
 */
export function demandLines(
  board: Board,
  days: readonly IsoDate[],
  onlyProjectId: string | null = null,
): DemandLine[] {
  const titles = new Map(board.people.map(({ id, job_title }) => [id, job_title]));
  const planned = new Map<string, Set<string>>();
  for (const { project_id, work_date, employee_id, cancelled } of board.shifts) {
    if (!employee_id || cancelled) continue;
    const key = `${project_id} ${work_date}`;
    planned.set(key, (planned.get(key) ?? new Set()).add(employee_id));
  }
  const lines = (projectId: string): DemandLine[] => {
    const own = board.demands.filter((demand) => demand.project_id === projectId);
    const asked: string[] = [];
    for (const { job_title } of own) {
      if (job_title && !asked.some((title) => same(title, job_title))) asked.push(job_title);
    }
    const people = days.map((day) => [...(planned.get(`${projectId} ${day}`) ?? [])]);
    const line = (jobTitle: string | null): DemandLine => {
      const demands = own.filter(({ job_title }) => same(job_title, jobTitle));
      const counts = (id: string): boolean => {
        const title = titles.get(id) ?? null;
        return jobTitle ? same(title, jobTitle) : !asked.some((each) => same(each, title));
      };
      return {
        key: `${projectId} ${jobTitle ?? ''}`,
        projectId,
        jobTitle,
        demands,
        cells: days.map((day, index) => ({
          needed: demands.reduce((sum, demand) => sum + neededOn(demand, day), 0),
          planned: (people[index] ?? []).filter(counts).length,
        })),
      };
    };
    const others = line(null);
    const hasOthers = others.cells.some(({ planned: on, needed }) => on > 0 || needed > 0);
    return [...asked.map(line), ...(hasOthers ? [others] : [])];
  };
  return board.projects
    .filter(({ id }) => !onlyProjectId || id === onlyProjectId)
    .flatMap(({ id }) => lines(id));
}

/** All lines together, by day. What one project has too many does not help another. */
export const shortOn = (lines: readonly DemandLine[], index: number): number =>
  lines.reduce((sum, { cells }) => {
    const cell = cells[index];
    return sum + Math.max(0, (cell?.needed ?? 0) - (cell?.planned ?? 0));
  }, 0);
