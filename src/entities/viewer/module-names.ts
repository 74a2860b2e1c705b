/** What a company can switch off, as `company_modules` names it: the address without its slash. */
export const MODULES = [
  'scheduling',
  'equipment',
  'photos',
  'documents',
  'map',
  'budgets',
  'progress',
  'field-reports',
  'verification',
  'bulletin',
  'management',
  'activity-reports',
  'tickets',
  'expenses',
  'public-work',
  'safety',
  'forms',
  'site-sign-in',
] as const;
export type ModuleName = (typeof MODULES)[number];
