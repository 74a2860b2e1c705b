export interface Milestone {
  name: string;
  /** Percent of the work that is done when this step is. */
  after: number;
}

const STEP = /^(.*\S)\s+(\d+(?:\.\d+)?)\s*%?$/;

/** Steps of a line in percent, `Rough-in 40, Trim 60`; null where they do not add up to 100. */
export function milestonesOf(written: string): Milestone[] | null {
  let after = 0;
  const steps: Milestone[] = [];
  for (const part of written.split(',')) {
    const [, name = '', weight = ''] = STEP.exec(part.trim()) ?? [];
    if (name === '' || Number(weight) <= 0) return null;
    after = Math.round((after + Number(weight)) * 1e4) / 1e4;
    steps.push({ name, after });
  }
  return after === 100 ? steps : null;
}
