import type { Page } from '@playwright/test';
import { filesFrom } from '../scripts/bundle-size.ts';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { makeCompany } from './support/company.ts';
import { downloaded, parseCsv, readPdf } from './support/files.ts';
import { addEntry, choose, entriesOf, toast } from './support/time.ts';

const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();

async function openStatus(page: Page, query = ''): Promise<void> {
  await page.goto(`/my-status${query}`);
  await expect(page.locator('h1')).toHaveText('My Status');
}

test('starts, pauses, resumes, switches and stops', async ({ page, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  await signInAs(worker);
  await openStatus(page);
  await choose(controls(page), 'Project', 'Riverside Tower');
  await choose(controls(page), 'Cost code', /03 11 00/);
  await controls(page).getByLabel('Notes').fill('East bay');
  await press(page, 'Start');
  await expect(page.getByText(/On the clock since/)).toBeVisible();

  await press(page, 'Pause');
  await page.getByRole('menuitem', { name: 'Meal, unpaid' }).click();
  await expect(page.getByText(/On break since/)).toBeVisible();
  // On the screen as soon as the phone has it, in the office a moment later.
  const paused = async () =>
    must(
      await worker.client
        .from('time_entry_breaks')
        .select('kind, paid, ended_at')
        .eq('employee_id', worker.employeeId),
    );
  await expect.poll(paused).toEqual([{ kind: 'meal', paid: false, ended_at: null }]);
  await press(page, 'Resume');
  await expect(page.getByText(/On the clock since/)).toBeVisible();

  await press(page, 'Switch');
  const dialog = page.getByRole('dialog', { name: 'Switch project' });
  await choose(dialog, 'Project', 'Elm St. Duplex');
  await choose(dialog, 'Cost code', /03 30 00/);
  await dialog.getByRole('button', { name: 'Switch' }).click();
  await expect(toast(page, 'Project switched')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Clock' })).toContainText('Elm St. Duplex');
  const [now, before] = await entriesOf(worker);
  expect(now?.clock_in).toBe(before?.clock_out);

  await press(page, 'Stop');
  await expect(toast(page, 'Timer stopped')).toBeVisible();
  await expect(page.getByText('Off the clock')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveCount(2);
});

test('a switch whose answer was lost is kept on the phone and made once', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED|Failed to fetch/);
  const worker = await company.addPerson('employee');
  const [first] = company.projects;
  must(await worker.client.rpc('clock_in', { project_id_param: first?.id ?? '' }));
  await signInAs(worker);
  await openStatus(page);
  await page.route('**/rpc/switch_project', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await press(page, 'Switch');
  const dialog = page.getByRole('dialog', { name: 'Switch project' });
  await choose(dialog, 'Project', 'Elm St. Duplex');
  await choose(dialog, 'Cost code', /03 30 00/);
  await dialog.getByRole('button', { name: 'Switch' }).click();
  await expect(toast(page, 'Saved on this device')).toBeVisible();
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  expect(await entriesOf(worker)).toHaveLength(2);
});

test('shows the week as payroll counts it', async ({ page, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  await addEntry(company, worker, {
    from: new Date(Date.now() - 8 * 3_600_000).toISOString(),
    to: new Date(Date.now() - 3_600_000).toISOString(),
  });
  await signInAs(worker);
  await openStatus(page, '?period=week');
  await expect(page.getByRole('table', { name: 'Hours by day' }).getByRole('row')).toHaveCount(8);
  const summary = must(await worker.client.rpc('week_summary').single()) as {
    worked_minutes: number;
  };
  expect(summary.worked_minutes).toBe(420);
  const hours = `${Math.floor(summary.worked_minutes / 60)}:${String(summary.worked_minutes % 60).padStart(2, '0')}`;
  await expect(page.getByRole('tabpanel').getByText('Regular')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText(hours);
});

test('shows who of the team is on the clock', async ({ page, company, signInAs }) => {
  const [me, mate] = [
    await company.addPerson('employee', ['Amir', 'Khan']),
    await company.addPerson('employee', ['Jo', 'Park']),
  ];
  for (const person of [me, mate]) {
    await addEntry(company, person, {
      from: new Date(Date.now() - 5 * 3_600_000).toISOString(),
      to: new Date(Date.now() - 4 * 3_600_000).toISOString(),
    });
  }
  must(await mate.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }));
  await signInAs(me);
  await openStatus(page);
  const team = page.getByRole('region', { name: 'My Team' });
  await expect(team.getByRole('listitem').filter({ hasText: 'Jo Park' })).toContainText(
    'Riverside Tower',
  );
  await expect(team).toContainText('1 of 1 in');
});

test('records the place only if allowed, and never needs it', async ({ browser, company }) => {
  const worker = await company.addPerson('employee');
  const context = await browser.newContext({
    baseURL: process.env['E2E_URL'] ?? '',
    geolocation: { latitude: 40.712776, longitude: -74.005974, accuracy: 12 },
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  await page.addInitScript(
    (session) => localStorage.setItem('chalkline.session', session),
    JSON.stringify(worker.session),
  );
  await openStatus(page);
  await page.getByRole('switch', { name: 'Record where I clock in and out' }).click();
  await choose(controls(page), 'Project', 'Riverside Tower');
  await choose(controls(page), 'Cost code', /03 11 00/);
  await press(page, 'Start');
  await expect(page.getByText('40.71278, -74.00597 (±39 ft)')).toBeVisible();
  await context.clearPermissions();
  await press(page, 'Stop');
  await expect(toast(page, 'Timer stopped')).toBeVisible();
  await context.close();
});

test('reports my hours as a page, CSV and PDF', async ({ page, company, signInAs }) => {
  const worker = await company.addPerson('employee');
  const periods = must(await worker.client.rpc('recent_pay_periods', { count_param: 2 }));
  const last = periods.find((period) => !period.is_current)?.start_date ?? '';
  await addEntry(company, worker, { from: `${last}T14:00:00Z`, to: `${last}T18:30:00Z` });
  await signInAs(worker);
  await openStatus(page);
  await page.getByRole('link', { name: /My hours last pay period/ }).click();
  await expect(
    page.getByRole('table', { name: 'Hours by day' }).getByRole('row').last(),
  ).toContainText('4:30');
  const csv = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download CSV' }).click(),
  );
  expect(parseCsv(csv.content.toString('utf8'))[1]).toEqual([last, '4.50', '0.00', '0.00', '4.50']);
  const pdf = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download PDF' }).click(),
  );
  expect(readPdf(pdf.content)).toContain('4:30');
});

test('a worker’s phone opens on the clock; one tap starts it, and a stop can be undone', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  const worker = await company.addPerson('employee');
  const [project] = company.projects;
  const [code] = company.costCodes;
  await worker.client.rpc('clock_in', {
    project_id_param: project?.id ?? '',
    cost_code_id_param: code?.id ?? '',
  });
  await worker.client.rpc('clock_out');
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(worker);
  await page.goto('/');
  await expect(page).toHaveURL(/\/my-status$/);
  const tabs = page.getByRole('navigation', { name: 'Most used' });
  await expect(tabs.getByRole('link')).toHaveText(['My Status', 'My time', 'Schedule', 'Photos']);
  await tabs.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Time Off' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Time Off');
  await tabs.getByRole('link', { name: 'My Status' }).click();
  const oneTap = page.getByRole('button', { name: new RegExp(`Start ${project?.name}`) });
  await oneTap.dblclick();
  const stop = page.getByRole('region', { name: 'Timer' }).getByRole('button', { name: 'Stop' });
  await stop.click();
  await expect(oneTap).toBeVisible();
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(stop).toBeVisible();
  const { data } = await worker.client.from('time_entries').select().order('clock_in');
  expect(data).toHaveLength(2);
  expect(data?.[1]).toMatchObject({ project_id: project?.id, clock_out: null });
});

test('from the icon a worker’s clock opens at once, and nothing of the office is loaded', async ({
  page,
  signInAs,
}) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  await signInAs(worker);
  await openStatus(page);
  await expect(controls(page)).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/my-status$/);
  await expect(controls(page)).toBeVisible();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const own = filesFrom('dist', ['src/app/routes/my-status.tsx']);
  const office = filesFrom('dist', ['src/app/routes/home.tsx']).filter(
    (file) => !own.includes(file),
  );
  expect(office.length).toBeGreaterThan(0);
  expect(loaded.filter((path) => office.includes(path.slice(1)))).toEqual([]);
  // What the screen shows came in one answer; each of these is a call of its own where it does not.
  await page.waitForLoadState('networkidle');
  const called = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => name.match(/rpc\/(\w+)/)?.[1] ?? []),
  );
  expect(called.filter((name) => name === 'first_screen')).toHaveLength(1);
  const single = ['viewer', 'dashboard', 'recent_work', 'week_summary', 'my_shifts', 'my_team'];
  expect(called.filter((name) => single.includes(name))).toEqual([]);
});
