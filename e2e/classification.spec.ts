import type { Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { type Company, makeCompany, type Person } from './support/company.ts';
import { choose, localDate } from './support/time.ts';

test.use({ serviceWorkers: 'allow' });

/** What the browser itself reports while there is no network. */
const NO_SIGNAL = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];

/** The first project is public, with two classes; its first cost code stands for carpenters. */
async function makePublic({ owner, projects, costCodes }: Company) {
  const project_id = projects[0]?.id ?? '';
  must(await owner.client.from('public_contracts').insert({ project_id }).select('id'));
  const determination = must(
    await owner.client
      .from('wage_determinations')
      .insert({ project_id, number: 'NY20260001', effective_from: '2026-01-01' })
      .select('id')
      .single(),
  ) as { id: string };
  const classes = must(
    await owner.client
      .from('work_classifications')
      .insert(
        [
          { code: 'CARP', name: 'Carpenter', name_es: 'Carpintero', base_rate: 40 },
          { code: 'LABO', name: 'Laborer', name_es: 'Peón', base_rate: 30 },
        ].map((row) => ({ ...row, determination_id: determination.id })),
      )
      .select('id, code'),
  );
  const idOf = (code: string) => classes.find((row) => row.code === code)?.id ?? '';
  must(
    await owner.client
      .from('cost_code_classifications')
      .insert({
        project_id,
        cost_code_id: costCodes[0]?.id ?? '',
        classification_id: idOf('CARP'),
      })
      .select('id'),
  );
  return { carpenter: idOf('CARP'), laborer: idOf('LABO') };
}

async function makeCrew(company: Company, foreman: Person, worker: Person): Promise<void> {
  const { client } = company.owner;
  const crew = must(
    await client
      .from('crews')
      .insert({ name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id')
      .single(),
  ) as { id: string };
  must(
    await client
      .from('crew_members')
      .insert({ crew_id: crew.id, employee_id: worker.employeeId, from_date: '2026-01-01' })
      .select('id'),
  );
}

const classesOf = async (person: Person) =>
  must(
    await person.client
      .from('time_entries')
      .select('classification_id, clock_out')
      .eq('employee_id', person.employeeId)
      .order('clock_in'),
  );

/** My Status in Spanish, able to open without a signal. */
async function openInSpanish(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('chalkline.language', 'es'));
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('Mi estado');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

test('a class of work from an offline clock-in to the report', async ({
  page,
  context,
  browser,
  baseURL,
  signInAs,
  expectedConsoleErrors,
}) => {
  test.slow();
  expectedConsoleErrors.push(...NO_SIGNAL);
  const timeZone = middayZone();
  const company = await makeCompany({ timeZone });
  const worker = await company.addPerson('employee', ['Luis', 'Ortega']);
  const foreman = await company.addPerson('foreman', ['Tess', 'Soto']);
  const classes = await makePublic(company);
  await makeCrew(company, foreman, worker);

  // Without a signal: filled in by the cost code, then another class by a switch.
  await signInAs(worker);
  await openInSpanish(page);
  const controls = page.getByRole('region', { name: 'Temporizador' });
  await choose(controls, 'Proyecto', 'Riverside Tower');
  await choose(controls, 'Código de costo', /03 11 00/);
  const field = controls.getByRole('combobox', { name: 'Clase de trabajo' });
  await expect(field).toHaveText('Carpintero');
  await expect(controls.getByText(/Según el código de costo/)).toBeVisible();
  await context.setOffline(true);
  await controls.getByRole('button', { name: 'Iniciar' }).click();
  await expect(page.getByText(/Sin enviar: 1 marcación/)).toBeVisible();
  const clock = page.getByRole('region', { name: 'Reloj' });
  await expect(clock.getByText('Carpintero')).toBeVisible();
  await controls.getByRole('button', { name: 'Cambiar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar de proyecto' });
  await choose(dialog, 'Código de costo', /03 11 00/);
  await choose(dialog, 'Clase de trabajo', /Peón/);
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(clock.getByText('Peón')).toBeVisible();
  await controls.getByRole('button', { name: 'Detener' }).click();
  expect(await classesOf(worker)).toEqual([]);
  await context.setOffline(false);
  await expect
    .poll(() => classesOf(worker), { timeout: 30_000 })
    .toEqual([
      { classification_id: classes.carpenter, clock_out: expect.any(String) },
      { classification_id: classes.laborer, clock_out: expect.any(String) },
    ]);
  await page.close();

  // The foreman enters yesterday's hours and says what the work was.
  const day = localDate(timeZone, -1);
  const crew = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signInAs(foreman, crew);
  await crew.goto(`/crew-hours?date=${day}&project=${company.projects[0]?.id}`);
  await crew.getByText('Add cost code', { exact: true }).click();
  await crew.getByRole('option', { name: /03 11 00/ }).click();
  await crew.locator('[data-cell="0,0"]').fill('8');
  const cell = crew.getByRole('combobox', { name: /^Class of work of Luis Ortega/ });
  await expect(cell).toHaveText('Carpenter');
  await cell.click();
  await crew.getByRole('option', { name: /Laborer/ }).click();
  await expectOpenedAccessible(crew, '[data-matrix]');
  await crew.getByRole('button', { name: /^Save/ }).click();
  await expect(crew.getByText('Hours of 1 person saved')).toBeVisible();
  await expect(cell).toHaveText('Laborer');
  await crew.context().close();

  // The manager finds it by its class, in the list and in a report.
  const office = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signInAs(company.owner, office);
  const range = `period=custom&from=${day}&to=${localDate(timeZone)}`;
  await office.goto(`/time-tracker?${range}`);
  const list = office.getByRole('table', { name: 'Time Entries' });
  const shown = (name: RegExp) => list.getByText(name).filter({ visible: true });
  await expect(shown(/Laborer/).first()).toBeVisible();
  await office.getByRole('combobox', { name: 'Class of work' }).click();
  await office.getByRole('option', { name: /Carpenter/ }).click();
  await expect(shown(/Carpenter/)).toHaveCount(1);
  await expect(shown(/Laborer/)).toHaveCount(0);
  await office.goto(`/activity-reports?by=classification&show=hours&${range}`);
  await expect(office.getByRole('row', { name: /Laborer/ })).toContainText('8:00');
  await office.context().close();
});
