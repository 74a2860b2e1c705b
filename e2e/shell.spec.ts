import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';

const NAVIGATION = [
  ['Dashboard', '/'],
  ['Time Tracker', '/time-tracker'],
  ['My Status', '/my-status'],
  ['Payroll', '/payroll'],
  ['Employees', '/employees'],
  ['Projects', '/projects'],
  ['Cost Codes', '/cost-codes'],
  ['Equipment', '/equipment'],
  ['Photos', '/photos'],
  ['Documents', '/documents'],
  ['Scheduling', '/scheduling'],
  ['Map', '/map'],
  ['Budgets', '/budgets'],
  ['Bulletin', '/bulletin'],
  ['Management Lists', '/management'],
  ['Activity Reports', '/activity-reports'],
  ['Progress', '/progress'],
  ['Verification', '/verification'],
  ['Field Reports', '/field-reports'],
  ['Settings', '/settings'],
] as const;

const PHONE = { width: 390, height: 844 };

test.describe('navigation', () => {
  test('lists the twenty entries in order and leads to each screen, within the content security policy', {
    tag: MODULE,
  }, async ({ page, company, signInAs, expectedConsoleErrors }) => {
    test.slow();
    expectedConsoleErrors.push(/Content Security Policy/, /Failed to load resource/);
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
    });
    const violations = () => page.evaluate(() => Reflect.get(window, 'violations') as string[]);
    await signInAs(company.owner);
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(NAVIGATION.map(([title]) => title));
    for (const [title, path] of NAVIGATION) {
      await links.filter({ hasText: title }).click();
      await expect(page).toHaveURL(new RegExp(`${path}($|\\?)`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(`^${title}`));
      await expect(links.filter({ hasText: title })).toHaveAttribute('aria-current', 'page');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await violations()).toEqual([]);

    // What the policy does not allow the browser refuses.
    await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'Object.assign(window, { intruded: true })';
      document.body.append(script);
      document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/x.png' }));
      await fetch('https://elsewhere.example/').catch(() => undefined);
    });
    await expect
      .poll(async () => (await violations()).toSorted())
      .toEqual(['connect-src', 'img-src', 'script-src-elem']);
    expect(await page.evaluate(() => 'intruded' in window)).toBe(false);
  });

  test('every entry is in sight on the smallest laptops, with and without headings', async ({
    page,
    company,
    signInAs,
  }) => {
    await signInAs(company.owner);
    const { client } = company.owner;
    const menu = page.getByRole('navigation', { name: 'Main' });
    const hidden = () =>
      menu.evaluate(({ parentElement: box }) => (box ? box.scrollHeight - box.clientHeight : null));
    for (const [width, height] of [
      [1366, 768],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/settings');
      await expect(menu.getByRole('link')).toHaveCount(NAVIGATION.length);
      await expect(menu.getByText('Pay and people')).toBeVisible();
      expect(await hidden()).toBe(0);
    }
    for (const module_param of ['expenses', 'tickets', 'public-work'])
      must(await client.rpc('set_module', { module_param, enabled_param: true }));
    await page.reload();
    await expect(menu.getByRole('link')).toHaveCount(NAVIGATION.length + 3);
    await expect(menu.getByText('Pay and people')).toHaveCount(0);
    expect(await hidden()).toBe(0);
  });

  test('collapses to icons, keeps the current project, the theme and the language', async ({
    page,
    company,
    signInAs,
  }) => {
    await signInAs(company.owner);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/equipment');
    const box = page.getByRole('button', { name: /Current Project/ });
    await expect(box).toContainText('None Selected');
    await box.click();
    await page.getByRole('option', { name: 'Elm St. Duplex' }).click();
    await expect(box).toContainText('Elm St. Duplex');
    await page.getByRole('button', { name: 'Start Timer' }).click();
    await expect(page.getByRole('dialog').getByLabel('Project')).toContainText('Elm St. Duplex');
    await page.keyboard.press('Escape');

    const sidebar = page.locator('aside[data-state]');
    await expect(sidebar).toHaveCSS('width', '256px');
    await expect(sidebar.getByText('Chalkline')).toBeVisible();
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await expect(sidebar).toHaveCSS('width', '64px');
    await expect(sidebar.getByText('Chalkline')).toBeHidden();
    await page.getByRole('link', { name: 'Photos' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Photos' })).toBeVisible();

    await page.getByRole('button', { name: 'Account menu: Maria Reyes, Owner' }).click();
    await expect(page.getByText('My Account')).toBeVisible();
    for (const name of ['Profile', 'Settings', 'Log out']) {
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
    }
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');

    await page.reload();
    await expect(sidebar).toHaveCSS('width', '64px');
    await expect(page.getByRole('heading', { name: 'Equipos' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('a phone’s panel lists the same and closes by Esc, a tap outside and a swipe; two taps start the clock', async ({
    browser,
    company,
  }) => {
    must(
      await company.owner.client
        .from('preferences')
        .upsert({ user_id: company.owner.id, current_project_id: company.projects[0]?.id ?? null })
        .select(),
    );
    const context = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      baseURL: process.env['E2E_URL'] ?? '',
    });
    const page = await context.newPage();
    await page.addInitScript(
      (session) => localStorage.setItem('chalkline.session', session),
      JSON.stringify(company.owner.session),
    );
    await page.goto('/equipment');
    const open = page.getByRole('button', { name: 'Open menu' });
    const panel = page.getByRole('dialog');

    await open.click();
    const links = panel.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(NAVIGATION.map(([title]) => title));
    await links.filter({ hasText: 'Photos' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photos');

    await open.click();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(open).toBeFocused();

    await open.click();
    await expect(panel).toBeVisible();
    await page.touchscreen.tap(370, 500);
    await expect(panel).toBeHidden();

    await open.click();
    await expect(panel).toBeVisible();
    const touch = (x: number) => ({ touches: [{ identifier: 0, clientX: x, clientY: 400 }] });
    await panel.dispatchEvent('touchstart', touch(250));
    await panel.dispatchEvent('touchend', {
      touches: [],
      changedTouches: [{ identifier: 0, clientX: 60, clientY: 400 }],
    });
    await expect(panel).toBeHidden();

    await page.getByRole('button', { name: 'Start Timer' }).tap();
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    await expect(page.getByRole('timer')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).tap();
    await expect(page.getByRole('button', { name: 'Start Timer' })).toBeVisible();
    await context.close();
  });
});

test('the clock in the top bar starts, switches and stops; search finds everything by keyboard', async ({
  page,
  company,
  signInAs,
}) => {
  test.slow();
  await company.addPerson('employee', ['Luis', 'Ortega']);
  await signInAs(company.owner);
  await page.goto('/equipment');
  await page.getByRole('button', { name: 'Start Timer' }).click();
  const panel = page.getByRole('dialog', { name: 'Start Timer' });
  await panel.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Please select a project before starting the timer.')).toBeVisible();

  await panel.getByLabel('Project').click();
  await page.getByRole('option', { name: 'Riverside Tower' }).click();
  await panel.getByLabel('Cost code').click();
  await page.getByRole('option', { name: /Concrete forming/ }).click();
  await panel.getByLabel('What are you working on?').fill('Wall forms');
  await panel.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Timer started')).toBeVisible();
  const pill = page.getByRole('group', { name: 'Timer running' });
  await expect(pill).toContainText('Riverside Tower');
  await expect(pill.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/);
  await expect(page.getByRole('button', { name: /Current Project/ })).toContainText(
    'Riverside Tower',
  );

  await page.reload();
  await expect(pill.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/);
  await pill.getByRole('button', { name: 'Switch project' }).click();
  const other = page.getByRole('dialog', { name: 'Switch project' });
  await other.getByLabel('Project').click();
  await page.getByRole('option', { name: 'Elm St. Duplex' }).click();
  await other.getByRole('button', { name: 'Switch' }).click();
  await expect(pill).toContainText('Elm St. Duplex');

  await pill.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Timer stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Timer' })).toBeVisible();
  const entries = must(
    await company.owner.client
      .from('time_entries')
      .select('status, notes, project_id')
      .order('clock_in'),
  );
  expect(entries).toMatchObject([
    { status: 'completed', notes: 'Wall forms', project_id: company.projects[0]?.id },
    { status: 'completed', project_id: company.projects[1]?.id },
  ]);

  await page.keyboard.press('/');
  const input = page.getByPlaceholder('Search pages, projects, people, actions…');
  await expect(input).toBeFocused();
  for (const [query, result] of [
    ['riverside', 'Riverside Tower'],
    ['03 30', '03 30 00 Cast-in-place concrete'],
    ['ortega', 'Luis Ortega'],
    ['manual', 'Add Manual Entry'],
    ['export', 'Export Payroll'],
    ['approve time', 'Approve Time'],
    ['daily overtime', 'Overtime'],
  ] as const) {
    await input.fill(query);
    await expect(page.getByRole('option').first()).toContainText(result.split(' ').at(-1) ?? '');
  }
  await input.fill('photos');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/photos$/);

  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(input).toBeHidden();

  await page.getByRole('button', { name: 'Search' }).click();
  await input.fill('start');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Start Timer' })).toBeVisible();
});
