import type { Strokes } from '@/components/shared/signature-pad';

/** What a foreman adds to the figures of the day. */
export interface Weather {
  /** Minutes after midnight. */
  minute: number;
  temperature: string;
  conditions: string;
  /** How it changed the work; empty: no effect. */
  effect: string;
}

/** The day as a weather service or a person says it was. */
export interface DayWeather {
  low_f?: number | null;
  high_f?: number | null;
  conditions?: string | null;
  wind_mph?: number | null;
  precipitation_in?: number | null;
  /** `entered`, or the host it was read from. */
  source: string;
  read_at: string;
  /** Changed by hand after it was read. */
  edited?: boolean;
}

/** One line of a list: what, and whatever belongs to it. */
export interface Line {
  text: string;
  detail: string;
  /** Hours lost, of a delay; worked in all, of a subcontractor. */
  hours?: string;
  /** People affected, of a delay; on site, of a subcontractor. */
  people?: string;
}

export const LISTS = ['delays', 'deliveries', 'visitors', 'directed', 'subcontractors'] as const;
export type ListPart = (typeof LISTS)[number];

export interface Content {
  weather?: Weather[];
  day_weather?: DayWeather;
  work?: string;
  notes?: string;
  subcontractors?: Line[];
  delays?: Line[];
  deliveries?: Line[];
  visitors?: Line[];
  directed?: Line[];
  /** Photos of the day that are not part of the report. */
  left_out?: string[];
  /** As drawn by who signed; only in versions. */
  strokes?: Strokes;
  /** Parts that were submitted empty: explicit zeros. */
  none?: string[];
}

export interface Worker {
  employee_id: string;
  name: string;
  trade: string | null;
  seconds: number;
  break_seconds: number;
  running: boolean;
  clock_in: string | null;
  clock_out: string | null;
}

export interface Machine {
  equipment_id: string;
  name: string;
  operators: string[];
  working_seconds: number;
  /** Only where it travelled. */
  travel_seconds?: number;
  idle_seconds: number;
  down_seconds: number;
}

export interface Installed {
  cost_code_id: string;
  code: string;
  name: string;
  area: string | null;
  quantity: number;
  to_date: number;
  unit: string | null;
  budget: number | null;
}

export interface ReportPhoto {
  id: string;
  path: string;
  sha256: string | null;
  caption: string | null;
  taken_at: string;
  by?: string;
}

/** A toolbox talk held that day, with who signed that they were there. */
export interface Talk {
  bulletin_id: string;
  title: string;
  title_es: string | null;
  held_by: string;
  signatures: { name: string; visitor: boolean; at: string; strokes: Strokes }[];
}

/** People and hours of a subcontractor by who signed in at the site. */
export interface SubcontractorDay {
  company_name: string;
  trade: string | null;
  people: number;
  seconds: number;
  /** People who have not left; their hours are not in it yet. */
  on_site: number | null;
  /** People who did not sign out: nobody knows their hours. */
  unknown: number | null;
}

/** What is recorded of the day anyway. */
export interface Figures {
  people: number;
  seconds: number;
  crew: Worker[];
  equipment: Machine[];
  quantities: Installed[];
  planned: { people: number; seconds: number } | null;
  photos: ReportPhoto[];
  incidents: { number: string; at: string; description: string | null }[];
  injury_answers: { yes: number; no: number };
  bulletins: { title: string; title_es: string | null }[];
  /** Not in versions of before it was kept. */
  talks?: Talk[];
  subcontractors?: SubcontractorDay[];
}

export interface Trade {
  name: string | null;
  people: Worker[];
  seconds: number;
}

/** The crew by trade, in the order the figures have. */
export function byTrade(crew: readonly Worker[]): Trade[] {
  const trades = new Map<string | null, Worker[]>();
  for (const worker of crew) {
    trades.set(worker.trade, [...(trades.get(worker.trade) ?? []), worker]);
  }
  return [...trades].map(([name, people]) => ({
    name,
    people,
    seconds: people.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
}

/** Hours lost of all delays; what is no number counts as none. */
export function hoursLost(delays: readonly Line[] = []): number {
  return delays.reduce((sum, { hours }) => sum + (Number(hours) || 0), 0);
}

/** Lines that have hours and people beside their text. */
export const hasFigures = (part: ListPart): boolean =>
  part === 'delays' || part === 'subcontractors';

/** What the sign-in of the site says of a company, beside the line that is there already. */
export interface Offer {
  day: SubcontractorDay;
  line: Line;
  /** Place of the line of this company that says otherwise; null: there is none yet. */
  differsFrom: number | null;
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** Nothing typed is changed by itself: what is new or says otherwise is offered. */
export function offersOf(
  days: readonly SubcontractorDay[] = [],
  lines: readonly Line[] = [],
): Offer[] {
  return days.flatMap((day): Offer[] => {
    const line: Line = {
      text: day.company_name,
      detail: day.trade ?? '',
      hours: String(Math.round(day.seconds / 36) / 100),
      people: String(day.people),
    };
    const place = lines.findIndex(({ text }) => sameName(text, day.company_name));
    const there = lines[place];
    if (!there) return [{ day, line, differsFrom: null }];
    const isSame =
      Number(there.hours) === Number(line.hours) && Number(there.people) === Number(line.people);
    return isSame ? [] : [{ day, line: { ...there, ...figuresOf(line) }, differsFrom: place }];
  });
}

const figuresOf = ({ hours = '', people = '' }: Line) => ({ hours, people });

export const isEmpty = (part: string | readonly unknown[] | undefined): boolean =>
  part === undefined || part.length === 0;

/** The photos of the day that the report shows. */
export const photosIn = (figures: Figures, { left_out = [] }: Content): ReportPhoto[] =>
  figures.photos.filter(({ id }) => !left_out.includes(id));
