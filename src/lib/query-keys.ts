/**
 * First segment of every query key, in one place, so that a write can name what becomes stale
 * (`queryClient.invalidateQueries({ queryKey: [queryKeys.timeEntries] })`) without importing the
 * feature that reads it.
 */
export const queryKeys = {
  viewer: 'viewer',
  invitations: 'invitations',
  projects: 'projects',
  costCodes: 'cost-codes',
  employees: 'employees',
  crews: 'crews',
  equipment: 'equipment',
  timeOff: 'time-off',
  schedule: 'schedule',
  company: 'company',
  timeEntries: 'time-entries',
  team: 'team',
  geofences: 'geofences',
  places: 'places',
  locationViews: 'location-views',
  dashboard: 'dashboard',
  heldEvents: 'held-events',
  payroll: 'payroll',
  /** What locked periods owe. Recomputes months of pay, so a clock-in does not make it stale. */
  owed: 'owed',
  reports: 'reports',
  budgets: 'budgets',
  bulletins: 'bulletins',
  documents: 'documents',
  clockQuestions: 'clock-questions',
  breakTypes: 'break-types',
  payTypes: 'pay-types',
  verification: 'verification',
  fieldReports: 'field-reports',
  photos: 'photos',
  lists: 'lists',
  imports: 'imports',
  settings: 'settings',
  audit: 'audit',
  guide: 'guide',
} as const;
