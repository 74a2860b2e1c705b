/**
 * Every screen by its address, one line each: visited once by the tests of accessibility (both themes,
 * desktop, phone and 320 px) and of languages.
 */
export const SCREENS: readonly string[] = [
  '/',
  '/time-tracker',
  '/my-status',
  '/projects',
  '/settings',
  '/payroll',
  '/employees',
  '/cost-codes',
  '/equipment',
  '/crew-hours',
  '/management',
  '/activity-reports',
  '/budgets',
  '/progress',
  '/map',
  '/scheduling',
  '/scheduling/time-off',
  '/bulletin',
  '/verification',
  '/field-reports',
  '/nowhere',
];

/** Those one sees without having signed in. */
export const PUBLIC_SCREENS: readonly string[] = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/kiosk',
  '/unsubscribe',
  `/unsubscribe?token=0192f0aa-0000-7000-8000-000000000000.project_updates.${'0'.repeat(64)}`,
  '/nowhere',
];

/** A few at a time, so that both workers visit some. */
export function groups(screens: readonly string[], size = 4): string[][] {
  return Array.from({ length: Math.ceil(screens.length / size) }, (_, index) =>
    screens.slice(index * size, (index + 1) * size),
  );
}
