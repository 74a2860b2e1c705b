import { type Definition, FIRST } from '@/features/activity-reports/definition';

/** The questions asked most; their names are in `activity-reports.json` under `ready`. */
export const READY_MADE = {
  people: [
    ['hoursByPerson', { by: 'employee', across: 'day', period: 'thisWeek' }],
    ['personAndProject', { by: 'employee', second: 'project', across: null, period: 'thisMonth' }],
    ['personByMonth', { by: 'employee', across: 'month', period: 'thisYear' }],
    ['costByPerson', { by: 'employee', across: 'week', measure: 'cost' }],
  ],
  work: [
    ['whereHoursWent', { by: 'project', second: 'cost_code', across: 'week' }],
    ['hoursByCode', { by: 'cost_code', across: 'week' }],
    ['costByProject', { by: 'project', second: 'cost_code', across: null, measure: 'cost' }],
    ['classes', { by: 'project', second: 'classification', across: 'week' }],
    ['machines', { by: 'equipment', second: 'project', across: null }],
    ['quantities', { by: 'project', second: 'cost_code', across: 'week', measure: 'quantity' }],
    ['peopleOnSite', { by: 'project', across: 'day', measure: 'people', period: 'thisWeek' }],
  ],
} as const satisfies Record<string, readonly (readonly [string, Partial<Definition>])[]>;

export type Family = keyof typeof READY_MADE;

export const complete = (part: Partial<Definition>): Definition => ({ ...FIRST, ...part });
