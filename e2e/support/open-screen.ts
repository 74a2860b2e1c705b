import { expect, type Page } from '@playwright/test';
import { must } from './api.ts';
import type { Company } from './company.ts';

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

/** Opens a screen, then one after the other its further tabs. */
export async function visitTabs(
  page: Page,
  path: string,
  look: (where: string) => Promise<void>,
): Promise<void> {
  await openScreen(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(path);
  if (/[?&]tab=/.test(path)) return;
  const tabs = page.locator('main').getByRole('tablist').first().getByRole('tab');
  const names = await tabs.allInnerTexts();
  for (const [index, name] of names.entries()) {
    const tab = tabs.nth(index);
    if ((await tab.getAttribute('aria-selected')) === 'true') continue;
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await look(`${path} › ${name}`);
  }
}

/** Puts what the addresses name into a company: a draft of a ticket for its first project. */
export async function fillAddresses({
  owner,
  projects,
}: Company): Promise<(path: string) => string> {
  const project = projects[0]?.id ?? '';
  const ticket = crypto.randomUUID();
  must(
    await owner.client.rpc('save_ticket', {
      id_param: ticket,
      ticket_param: {
        project_id: project,
        work_date: new Date().toISOString().slice(0, 10),
        description: 'Move the conduit',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'Conduit', quantity: 3, unit: 'ft' }],
      },
    }),
  );
  return (path) => path.replace('{project}', project).replace('{ticket}', ticket);
}
