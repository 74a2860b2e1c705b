import { expect, type Page } from '@playwright/test';

/**
 * Every screen by its address, one line each, with all it can show open: visited once by the tests of accessibility (both themes,
 * desktop, phone and 320 px) and of languages.
 */
export const SCREENS: readonly string[] = [
  '/',
  '/time-tracker?group=day',
  '/my-status?period=week',
  '/projects',
  '/expenses',
  '/expenses?tab=approve',
  '/expenses?tab=all',
  '/expenses?tab=report',
  '/expenses?tab=rates',
  '/settings',
  '/settings?tab=notifications',
  '/settings?tab=company',
  '/settings?tab=connections',
  '/settings?tab=developers',
  '/public-work',
  '/public-work?tab=certified',
  '/public-work?tab=facts',
  '/public-work?tab=fringe',
  '/public-work?tab=apprentices',
  '/public-work?tab=owed',
  '/public-work?tab=handoff',
  '/tickets/office',
  '/tickets/office?tab=invoices',
  '/tickets/office?tab=rates',
  '/payroll',
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
  '/progress',
  '/map',
  '/scheduling',
  '/scheduling/time-off',
  '/bulletin',
  '/documents',
  '/verification',
  '/safety',
  '/field-reports',
  '/forms',
  '/forms?tab=missing',
  '/forms?tab=assigned',
  '/forms?tab=forms',
  '/forms?tab=forms&form=new',
  '/photos',
  '/help/payroll',
  '/nowhere',
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
];

/** Those one sees without having signed in. */
export const PUBLIC_SCREENS: readonly string[] = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/kiosk',
  '/l/unknown',
  '/portal/unknown',
  '/subcontractor/unknown',
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

/** The first one is loaded; from then on as a link does it, which loads no page anew. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const isThisScreen = new URL(page.url()).pathname === path.split('?')[0];
  if (page.url() === 'about:blank' || isThisScreen) {
    await page.goto(path);
    return;
  }
  const before = await page.title();
  await page.evaluate((to) => {
    // What a step forward is to the router.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await expect(page, path).not.toHaveTitle(before);
}
