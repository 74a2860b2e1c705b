import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import type { Company } from './support/company.ts';
import { addEntry } from './support/time.ts';

type Row = Record<string, unknown>;

/** A form that is open in one window while another one saves. */
interface Race {
  screen: string;
  table: string;
  /** Makes the row and returns what finds it: its id, or its key. */
  prepare: (company: Company) => Promise<string | Row>;
  /** Opens the form; returns where it is. */
  open: (page: Page, company: Company) => Promise<Locator>;
  /** The label of the field both change, and its column. */
  label: string;
  column: string;
  /** The button that saves. */
  save?: string;
  mine: string;
  theirs: string;
  /** A field only the other window changes: it survives without a question. */
  other: Row;
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Adds a row of the company; returns its id. */
async function add(company: Company, table: string, row: Row): Promise<string> {
  const [added] = must(
    await company.owner.client
      .from(table as 'projects')
      .insert({ company_id: company.id, ...row } as never)
      .select('id'),
  );
  return added?.id ?? '';
}

const addContract = (company: Company) =>
  add(company, 'public_contracts', {
    project_id: company.projects[0]?.id,
    agency: 'City',
    week_ends_on: 6,
  });

const RACES: Race[] = [
  {
    screen: 'projects',
    table: 'projects',
    prepare: async (company) => company.projects[0]?.id ?? '',
    open: async (page, company) => {
      await page.goto('/projects');
      await page.getByRole('button', { name: `Edit ${company.projects[0]?.name}` }).click();
      return dialogOf(page, 'Edit Project');
    },
    label: 'Client',
    column: 'client',
    mine: 'Northbank',
    theirs: 'Southbank',
    other: { address: '2 Main St' },
  },
  {
    screen: 'cost codes',
    table: 'cost_codes',
    prepare: async (company) => company.costCodes[0]?.id ?? '',
    open: async (page) => {
      await page.goto('/cost-codes');
      await page.getByRole('gridcell', { name: '03 11 00' }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      return page.getByRole('dialog', { name: /^03 11 00/ });
    },
    label: 'Name',
    column: 'name',
    mine: 'Forming walls',
    theirs: 'Forming slabs',
    other: { unit: 'SF' },
  },
  {
    screen: 'equipment',
    table: 'equipment',
    prepare: (company) => add(company, 'equipment', { name: 'Excavator', number: 'EX-1' }),
    open: async (page) => {
      await page.goto('/equipment');
      await page.getByText('Excavator').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
      return dialogOf(page, 'Edit machine');
    },
    label: 'Name',
    column: 'name',
    mine: 'Excavator 320',
    theirs: 'Excavator 330',
    other: { notes: 'New bucket' },
  },
  {
    screen: 'employees',
    table: 'employees',
    prepare: async (company) =>
      (await company.addPerson('employee', ['Amir', 'Khan'])).employeeId ?? '',
    open: async (page) => {
      await page.goto('/employees');
      await page.getByText('Amir Khan').first().click();
      return page.getByRole('dialog');
    },
    label: 'Job title',
    column: 'job_title',
    mine: 'Carpenter',
    theirs: 'Mason',
    other: { phone: '+1 303 555 0100' },
  },
  {
    screen: 'time tracker',
    table: 'time_entries',
    prepare: (company) =>
      addEntry(company, company.owner, {
        from: new Date(Date.now() - 3 * 3_600_000).toISOString(),
        to: new Date(Date.now() - 3_600_000).toISOString(),
        costCodeId: company.costCodes[0]?.id ?? null,
        notes: 'Gate 1',
      }),
    open: async (page) => {
      await page.goto('/time-tracker?period=week');
      await page
        .getByRole('table', { name: 'Time Entries' })
        .getByRole('button', { name: /^Edit/ })
        .first()
        .click();
      return dialogOf(page, 'Edit Time Entry');
    },
    label: 'Description',
    column: 'notes',
    mine: 'Gate 2',
    theirs: 'Gate 3',
    other: { clock_out: new Date(Date.now() - 2 * 3_600_000).toISOString() },
  },
  {
    screen: 'time off',
    table: 'time_off_types',
    prepare: (company) =>
      add(company, 'time_off_types', { name: 'Vacation', paid: true, pay_code: 'PTO' }),
    open: async (page) => {
      await page.goto('/scheduling/time-off?dialog=rules');
      await page.getByRole('button', { name: 'Edit Vacation' }).click();
      return page.getByRole('dialog', { name: 'Rules and balances' });
    },
    label: 'Name',
    column: 'name',
    mine: 'Paid vacation',
    theirs: 'Annual leave',
    other: { pay_code: 'SICK' },
  },
  {
    screen: 'equipment classes',
    table: 'equipment_classes',
    prepare: (company) => add(company, 'equipment_classes', { name: 'Loaders' }),
    open: async (page) => {
      await page.goto('/equipment?dialog=classes');
      return dialogOf(page, 'Classes and rates').locator('form').first();
    },
    label: 'Name of the class',
    column: 'name',
    mine: 'Wheel loaders',
    theirs: 'Skid steers',
    other: { standby_rate: 12.5 },
  },
  {
    screen: 'clock questions',
    table: 'clock_questions',
    prepare: (company) =>
      add(company, 'clock_questions', {
        moment: 'out',
        text_en: 'Any injury?',
        text_es: '¿Alguna lesión?',
        position: 1,
      }),
    open: async (page) => {
      await page.goto('/verification?dialog=questions');
      await page.getByRole('button', { name: 'Edit: Any injury?' }).click();
      return page.getByRole('dialog', { name: 'Clock questions' });
    },
    label: 'Question (English)',
    column: 'text_en',
    mine: 'Were you hurt?',
    theirs: 'Injured today?',
    other: { text_es: '¿Te lastimaste hoy?' },
  },
  {
    screen: 'documents',
    table: 'folders',
    prepare: (company) => add(company, 'folders', { name: 'Safety', audience: { everyone: true } }),
    open: async (page) => {
      await page.goto('/documents');
      await page.getByRole('navigation', { name: 'Folders' }).getByText('Safety').click();
      await page.getByRole('button', { name: 'More for this folder' }).click();
      await page.getByRole('menuitem', { name: 'Edit folder' }).click();
      return dialogOf(page, 'Edit folder');
    },
    label: 'Folder name',
    column: 'name',
    mine: 'Site safety',
    theirs: 'Safety plans',
    other: {},
  },
  {
    screen: 'bulletin',
    table: 'bulletins',
    prepare: (company) =>
      add(company, 'bulletins', {
        title: 'Tie off',
        body: 'Open edge',
        audience: { everyone: true },
      }),
    open: async (page) => {
      await page.goto('/bulletin');
      await page.getByText('Tie off').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
      return dialogOf(page, 'Edit bulletin');
    },
    label: 'Title (English)',
    column: 'title',
    mine: 'Tie off on level 3',
    theirs: 'Tie off on level 4',
    other: { pinned: true },
    save: 'Publish',
  },
  {
    screen: 'billing',
    table: 'billing_contacts',
    prepare: async (company) => {
      must(
        await company.owner.client
          .from('billing_contacts')
          .insert({ company_id: company.id, name: 'Office' })
          .select('name'),
      );
      return { company_id: company.id };
    },
    open: async (page) => {
      await page.goto('/settings?tab=billing');
      return page.locator('form').filter({ has: page.getByRole('button', { name: 'Save' }) });
    },
    label: 'Billing name',
    column: 'name',
    mine: 'Front office',
    theirs: 'Back office',
    other: { address: '1 Main St' },
  },
  {
    screen: 'emergency contact',
    table: 'emergency_contacts',
    prepare: (company) =>
      add(company, 'emergency_contacts', {
        employee_id: company.owner.employeeId,
        name: 'Ana Reyes',
        phone: '303 555 0100',
      }),
    open: async (page) => {
      await page.goto('/settings?tab=profile');
      return page
        .locator('form')
        .filter({ has: page.getByRole('button', { name: 'Update contact' }) });
    },
    label: 'Name',
    column: 'name',
    mine: 'Ana María Reyes',
    theirs: 'Luis Reyes',
    other: { on_roll_call: true },
    save: 'Update contact',
  },
  {
    screen: 'contract of public work',
    table: 'public_contracts',
    prepare: (company) => addContract(company),
    open: async (page, company) => {
      await page.goto(`/projects?project=${company.projects[0]?.id}&tab=public-work`);
      await page.getByRole('button', { name: 'Edit contract' }).click();
      return dialogOf(page, 'Edit contract');
    },
    label: 'Agency',
    column: 'agency',
    mine: 'City of Oakland',
    theirs: 'Port of Oakland',
    other: { county: 'Alameda' },
  },
  {
    screen: 'class of a determination',
    table: 'work_classifications',
    prepare: async (company) => {
      await addContract(company);
      const determination = await add(company, 'wage_determinations', {
        project_id: company.projects[0]?.id,
        number: 'CA20260001',
        effective_from: '2026-01-02',
      });
      return add(company, 'work_classifications', {
        determination_id: determination,
        code: 'CARP',
        name: 'Carpenter',
        base_rate: 50,
        fringe_rate: 20,
      });
    },
    open: async (page, company) => {
      await page.goto(`/projects?project=${company.projects[0]?.id}&tab=public-work`);
      await page.getByRole('button', { name: 'Carpenter' }).click();
      return dialogOf(page, 'Carpenter');
    },
    label: 'Name in Spanish',
    column: 'name_es',
    mine: 'Carpintero de obra',
    theirs: 'Ebanista',
    other: { base_rate: 51.25, fringe_rate: 21 },
  },
];

for (const race of RACES) {
  test(`${race.screen}: the second window is asked, and loses nothing of the first`, async ({
    page,
    company,
    signInAs,
  }) => {
    const made = await race.prepare(company);
    const key = (typeof made === 'string' ? { id: made } : made) as { id: string };
    const table = () => company.owner.client.from(race.table as 'projects');
    const stored = async (): Promise<Row> =>
      must(await table().select('*').match(key).single()) as Row;
    await signInAs(company.owner);
    const form = await race.open(page, company);
    const field = form.getByLabel(race.label).first();
    await expect(field).toBeVisible();

    // The first window saves while this form is open.
    must(
      await table()
        .update({ [race.column]: race.theirs, ...race.other } as never)
        .match(key)
        .select(race.column as 'name'),
    );
    await field.fill(race.mine);
    await form.getByRole('button', { name: race.save ?? 'Save', exact: true }).click();
    // Without a noted author somebody else is assumed.
    const conflict = page.getByRole('dialog', { name: /^(You|Someone else) changed this/ });
    await expect(conflict.getByRole('radio', { name: race.mine })).toBeChecked();
    await expect(conflict.getByRole('radio', { name: race.theirs })).toBeVisible();
    expect((await stored())[race.column]).toBe(race.theirs);
    if (race.screen === 'projects') await expectOpenedAccessible(page, '[role="dialog"]');

    // Nothing typed is lost by looking again.
    await conflict.getByRole('button', { name: 'Go on editing' }).click();
    await expect(field).toHaveValue(race.mine);
    await form.getByRole('button', { name: race.save ?? 'Save', exact: true }).click();
    await conflict.getByRole('button', { name: 'Save the result' }).click();
    await expect(conflict).toBeHidden();
    await expect.poll(async () => (await stored())[race.column]).toBe(race.mine);
    const now = await stored();
    for (const [column, value] of Object.entries(race.other))
      expect(column === 'clock_out' ? Date.parse(String(now[column])) : now[column]).toBe(
        column === 'clock_out' ? Date.parse(String(value)) : value,
      );
  });
}

test('crew hours: two pages of one day keep each other’s cells and ask about the same one', async ({
  page,
  company,
  signInAs,
  context,
}) => {
  const foreman = await company.addPerson('foreman', ['Luis', 'Ortega']);
  const amir = await company.addPerson('employee', ['Amir', 'Khan']);
  const owner = company.owner.client;
  const [crew] = must(
    await owner
      .from('crews')
      .insert({ company_id: company.id, name: 'Concrete', foreman_id: foreman.employeeId })
      .select('id'),
  );
  must(
    await owner
      .from('crew_members')
      .insert({
        company_id: company.id,
        crew_id: crew?.id ?? '',
        employee_id: amir.employeeId,
        from_date: '2026-01-01',
      })
      .select('id'),
  );
  await signInAs(foreman);
  const second = await context.newPage();
  await signInAs(foreman, second);
  const address = `/crew-hours?date=2026-03-09&project=${company.projects[0]?.id}`;
  const type = async (on: Page, code: RegExp, label: RegExp, hours: string) => {
    await on.getByText('Add cost code', { exact: true }).click();
    await on.getByRole('option', { name: code }).click();
    await on.getByLabel(label).fill(hours);
  };
  await page.goto(address);
  await second.goto(address);
  await expect(second.getByText('Amir Khan')).toBeVisible();
  await type(page, /03 11 00/, /Amir Khan, 03 11 00/, '4');
  await type(second, /03 30 00/, /Amir Khan, 03 30 00/, '2');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Hours of 1 person saved')).toBeVisible();
  await second.getByRole('button', { name: /^Save/ }).click();
  await expect(second.getByText('Hours of 1 person saved')).toBeVisible();
  const minutes = async () => {
    const rows = must(
      await owner
        .from('time_entries')
        .select('clock_in, clock_out')
        .eq('employee_id', amir.employeeId ?? ''),
    );
    return rows.reduce(
      (sum, row) => sum + (Date.parse(row.clock_out ?? '') - Date.parse(row.clock_in)) / 60_000,
      0,
    );
  };
  expect(await minutes()).toBe(360);

  // The same cell, typed over on both pages before either saves.
  await second.getByLabel(/Amir Khan, 03 11 00/).fill('5');
  must(
    await foreman.client.rpc('save_crew_day', {
      crew_id_param: crew?.id ?? '',
      work_date_param: '2026-03-09',
      project_id_param: company.projects[0]?.id ?? '',
      rows_param: [
        {
          employee_id: amir.employeeId ?? '',
          cost_code_id: company.costCodes.find(({ code }) => code === '03 11 00')?.id ?? '',
          minutes: 180,
        },
      ],
    }),
  );
  await second.getByRole('button', { name: /^Save/ }).click();
  await expect(second.getByText(/3 h was saved/)).toBeVisible();
  expect(await minutes()).toBe(300);
  await second.getByRole('button', { name: 'Use my 5 h' }).click();
  await second.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(minutes).toBe(420);
});

test('lists: a cell somebody else changed is asked about; other cells of the row stay', async ({
  page,
  company,
  signInAs,
}) => {
  const owner = company.owner.client;
  const [customer] = must(
    await owner
      .from('customers')
      .insert({ company_id: company.id, name: 'Northbank' })
      .select('id'),
  );
  const id = customer?.id ?? '';
  await signInAs(company.owner);
  // Without the live line the grid keeps what it read, as a sleeping laptop does.
  await page.routeWebSocket(/realtime/, () => undefined);
  await page.goto('/management?list=customers');
  const cell = page.getByRole('gridcell', { name: 'Northbank' });
  await expect(cell).toBeVisible();
  must(await owner.from('customers').update({ name: 'Northbank Inc' }).eq('id', id).select('id'));
  await cell.dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Northbank LLC');
  await page.keyboard.press('Enter');
  const conflict = dialogOf(page, 'You changed this in another window');
  await expect(conflict.getByRole('radio', { name: 'Northbank Inc' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Save the result' }).click();
  const name = async () => must(await owner.from('customers').select('name').eq('id', id))[0]?.name;
  await expect.poll(name).toBe('Northbank LLC');
});

test('settings: a rule changed meanwhile is asked about', async ({ page, company, signInAs }) => {
  const owner = company.owner.client;
  await signInAs(company.owner);
  await page.routeWebSocket(/realtime/, () => undefined);
  await page.goto('/settings?tab=profile');
  const name = page.getByLabel('Company', { exact: true });
  await expect(name).toBeVisible();
  must(
    await owner.from('companies').update({ name: 'Theirs Inc' }).eq('id', company.id).select('id'),
  );
  await name.fill('Mine Inc');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const conflict = dialogOf(page, 'You changed this in another window');
  await conflict.getByRole('radio', { name: 'Theirs Inc' }).click();
  await conflict.getByRole('button', { name: 'Save the result' }).click();
  await expect(conflict).toBeHidden();
  const [stored] = must(await owner.from('companies').select('name').eq('id', company.id));
  expect(stored?.name).toBe('Theirs Inc');
});

test('Escape and a press beside a form ask before throwing away what was typed', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New Project' }).click();
  const form = page.getByRole('dialog');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  // Nothing typed: nothing to ask.
  await expect(form.getByLabel('Name', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'New Project' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Peña Tower');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Peña Tower');
  await page.mouse.click(5, 5);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
});
