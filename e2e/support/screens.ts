/**
 * Every screen by its address, one line each; `{project}` and `{ticket}` are of the company that looks. Each is visited with all
 * its tabs, once by the tests of accessibility (both themes, desktop and 320 px) and once by those of languages.
 * scripts/visited-screens.test.ts compares them with the router.
 */
export const SCREENS: readonly string[] = [
  '/',
  '/time-tracker?group=day',
  '/my-status?period=week',
  '/projects',
  '/projects?project={project}',
  '/expenses',
  '/settings',
  '/settings?tab=notifications&view=company',
  '/settings?tab=notifications&view=sent',
  '/settings?tab=connections&setup=quickbooks_online',
  '/settings?tab=connections&setup=quickbooks_desktop',
  '/settings?tab=connections&setup=adp',
  '/settings?tab=connections&setup=paychex',
  '/public-work',
  '/tickets',
  '/tickets/{ticket}',
  '/tickets/office',
  '/payroll',
  '/payroll?view=results',
  '/employees',
  '/cost-codes',
  '/equipment',
  '/crew',
  '/breaks',
  '/crew-hours',
  '/management',
  '/management/import',
  '/activity-reports',
  '/activity-reports/system',
  '/budgets',
  '/budgets?view=rates',
  '/progress',
  '/map',
  '/scheduling',
  '/scheduling?view=month',
  '/scheduling/time-off',
  '/bulletin',
  '/documents',
  '/documents?view=required',
  '/verification',
  '/safety',
  '/site-sign-in',
  '/site-sign-in?project={project}',
  '/field-reports',
  '/forms',
  '/forms?tab=forms&form=new',
  '/forms/fill',
  '/photos',
  '/help/payroll',
  '/nowhere',
];

/** Tabs that load code of their own. */
export const LATE_TABS: readonly string[] = [
  '/expenses?tab=approve',
  '/expenses?tab=all',
  '/expenses?tab=report',
  '/expenses?tab=rates',
  '/settings?tab=notifications',
  '/settings?tab=company',
  '/settings?tab=connections',
  '/settings?tab=developers',
  '/public-work?tab=certified',
  '/public-work?tab=facts',
  '/public-work?tab=fringe',
  '/public-work?tab=apprentices',
  '/public-work?tab=owed',
  '/public-work?tab=handoff',
  '/tickets/office?tab=invoices',
  '/tickets/office?tab=rates',
  '/forms?tab=missing',
  '/forms?tab=assigned',
  '/forms?tab=forms',
];

/** Those people work on outside, in gloves. */
export const FIELD_SCREENS: readonly string[] = [
  '/my-status?period=week',
  '/crew',
  '/crew-hours',
  '/time-tracker?group=day',
  '/scheduling',
  '/scheduling/time-off',
  '/expenses',
  '/photos',
  '/documents',
  '/bulletin',
  '/equipment',
  '/progress',
  '/field-reports',
  '/tickets',
  '/site-sign-in',
  '/forms/fill',
];

/** Those one sees without having signed in. What a link with a token shows has a journey of its own. */
export const PUBLIC_SCREENS: readonly string[] = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/kiosk',
  '/l/unknown',
  '/portal/unknown',
  '/subcontractor/unknown',
  '/ticket/unknown',
  '/site/unknown',
  '/answer/0192f0aa-0000-7000-8000-000000000000',
  '/shared-photos?link=unknown',
  '/unsubscribe',
  `/unsubscribe?token=0192f0aa-0000-7000-8000-000000000000.project_updates.${'0'.repeat(64)}`,
  '/nowhere',
];

/** Some at a time, so that both workers visit some. */
export function groups(screens: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(screens.length / size) }, (_, index) =>
    screens.slice(index * size, (index + 1) * size),
  );
}
