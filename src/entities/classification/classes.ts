import type {
  Classification,
  ClassificationDefault,
} from '@/entities/classification/classification';
import type { IsoDate } from '@/lib/format';

/** The same class under each modification of its determination. */
const seriesOf = ({ project_id, determination_number, code }: Classification): string =>
  `${project_id} ${determination_number} ${code}`;

/**
 * One row of each class, as it stands on a day: of the newest modification in effect, before the first
 * one of that. Classes that ended before are left out.
 */
export function classesOn(classes: readonly Classification[], date: IsoDate): Classification[] {
  return [...Map.groupBy(classes, seriesOf).values()].flatMap((series) => {
    const byAge = series.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from));
    const row = byAge.findLast(({ valid_from }) => valid_from <= date) ?? byAge[0];
    return row && (row.valid_to === null || row.valid_to >= date) ? [row] : [];
  });
}

/** The newest row of each class, whether it ended or not: what lists are filtered by. */
export function newestClasses(classes: readonly Classification[]): Classification[] {
  return [...Map.groupBy(classes, seriesOf).values()].flatMap(
    (series) => series.toSorted((a, b) => b.valid_from.localeCompare(a.valid_from))[0] ?? [],
  );
}

export interface Work {
  projectId: string | null;
  costCodeId: string | null;
  employeeId: string | null;
  date: IsoDate;
}

export interface Proposal {
  classificationId: string;
  by: 'costCode' | 'person';
}

/** What the database will fill in, as far as this device knows: by the cost code, then by the person. */
export function proposalFor(
  defaults: readonly ClassificationDefault[],
  { projectId, costCodeId, employeeId, date }: Work,
): Proposal | null {
  const onProject = defaults.filter(({ project_id }) => project_id === projectId);
  const mapped = onProject.find((row) => costCodeId !== null && row.cost_code_id === costCodeId);
  if (mapped) return { classificationId: mapped.classification_id, by: 'costCode' };
  const usual = onProject
    .filter((row) => row.employee_id === employeeId && employeeId !== null)
    .filter(({ from_date }) => from_date === null || from_date <= date)
    .toSorted((a, b) => (b.from_date ?? '').localeCompare(a.from_date ?? ''))[0];
  return usual ? { classificationId: usual.classification_id, by: 'person' } : null;
}
