import type { Right, ViewerCompanyRole } from '@/entities/viewer/viewer';

export type RoleScope = ViewerCompanyRole['scope'];
export const ROLE_SCOPES = ['everyone', 'own_crews', 'own_projects', 'group'] as const;

const PEOPLE: readonly RoleScope[] = ROLE_SCOPES;
const PROJECTS: readonly RoleScope[] = ['everyone', 'own_projects'];

/** The scopes each right can be given over, in the order of the builder: `private.rights()` of the database. */
export const RIGHT_SCOPES: Readonly<Record<Right, readonly RoleScope[]>> = {
  edit_time: PEOPLE,
  approve_time: PEOPLE,
  schedule: PEOPLE,
  see_locations: PEOPLE,
  see_rates: PEOPLE,
  budgets: PROJECTS,
  tickets: PROJECTS,
  manage_lists: PROJECTS,
  payroll: ['everyone'],
};
export const RIGHTS = Object.keys(RIGHT_SCOPES) as Right[];
