import { addDays, comingMonday } from '../testing/coming-days.ts';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { type Company, makeCompany } from './support/company.ts';
import { chooseByKeyboard, press, tabTo, typeInto } from './support/keyboard.ts';
import { mailTo } from './support/mail.ts';
import { makePublicProject } from './support/public-project.ts';
import { addEntry } from './support/time.ts';

// No pointer in this file: nothing is clicked, filled or hovered.
const DAY = addDays(comingMonday(-1), 1);

test('a role is built and looked through, a token and a webhook are made', async ({
  page,
  company,
  signInAs,
}) => {
  test.slow();
  await company.addPerson('employee', ['Ana', 'Ruiz']);
  await signInAs(company.owner);
  await page.goto('/settings?tab=rights');
  const create = page.getByRole('button', { name: 'New role' });
  await press(page, create);
  const role = page.getByRole('dialog', { name: 'New role' });
  await typeInto(page, role.getByLabel('Role name'), 'Estimator');
  await chooseByKeyboard(page, role.getByRole('combobox', { name: 'Over whom' }), 'Everyone');
  await press(page, role.getByRole('switch', { name: 'Budgets' }), 'Space');
  await press(page, role.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Employee · Everyone · Budgets')).toBeVisible();
  await expect(create).toBeFocused();
  const matrix = page.getByRole('region', { name: 'What would somebody see?' });
  const person = matrix.getByRole('combobox', { name: 'Person' });
  await press(page, person);
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await expect(matrix.getByRole('list', { name: 'Ana Ruiz' })).toBeVisible();
  await expect(person).toBeFocused();

  await page.goto('/settings?tab=developers');
  await press(page, page.getByRole('button', { name: 'New token' }));
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Payroll export');
  await press(page, page.getByRole('checkbox', { name: 'projects:read' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Create token' }));
  await tabTo(page, page.getByRole('button', { name: 'Copy token' }));
  await press(page, page.getByRole('button', { name: 'Add', exact: true }));
  const webhook = page.getByRole('dialog');
  await typeInto(page, webhook.getByLabel('Address'), 'http://127.0.0.1:9/punches');
  await press(page, webhook.getByRole('checkbox', { name: 'All: Time' }), 'Space');
  await press(page, webhook.getByRole('button', { name: 'Add webhook' }));
  await tabTo(page, page.getByRole('button', { name: 'Copy secret' }));
  const { client } = company.owner;
  expect(must(await client.from('webhook_endpoints').select('url'))).toHaveLength(1);
  expect(must(await client.from('api_tokens').select('name'))).toEqual([
    { name: 'Payroll export' },
  ]);
});

/** A form that one question makes: who signs it. */
async function assignForm({ owner, projects }: Company): Promise<string> {
  const words = (text: string) => ({ en: text, es: text });
  const signed = { id: 'signed', kind: 'signature', label: words('Operator'), required: true };
  const running = { id: 'runs', kind: 'yes_no', label: words('Does it run?'), required: true };
  const definition = {
    sections: [{ id: 'check', title: words('Check'), questions: [running, signed] }],
  };
  const [form] = must(
    await owner.client.rpc('add_forms', {
      forms_param: [
        {
          id: crypto.randomUUID(),
          name: 'Pump check',
          name_es: 'Revisión de la bomba',
          category: 'other',
          definition,
        },
      ],
    }),
  ) as { id: string }[];
  const [assignment] = must(
    await owner.client
      .from('form_assignments')
      .insert({
        form_id: form?.id ?? '',
        project_id: projects[0]?.id ?? '',
        every: 'month',
      })
      .select('id'),
  );
  return assignment?.id ?? '';
}

test('a worker fills and sends a form and signs a timesheet; a customer signs a ticket by name', async ({
  page,
  browser,
  signInAs,
}) => {
  test.slow();
  const company = await makeCompany({ timeZone: middayZone() });
  const { client } = company.owner;
  const worker = await company.addPerson('employee', ['Luz', 'Vega']);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  await addEntry(company, worker, { from: hours(3), to: hours(1) });
  await addEntry(company, worker, { from: `${DAY}T14:00:00Z`, to: `${DAY}T20:00:00Z` });
  const assignment = await assignForm(company);
  await signInAs(worker);
  await page.goto('/my-status');
  await press(page, page.getByRole('link', { name: /Pump check/ }));
  await expect(page.getByRole('heading', { name: 'Pump check' })).toBeVisible();
  await press(page, page.getByRole('radio', { name: 'Yes' }), 'Space');
  await typeInto(page, page.getByLabel('Name of who signs'), 'Luz Vega');
  await press(page, page.getByRole('button', { name: 'Send', exact: true }));
  await expect
    .poll(async () => must(await client.from('form_submissions').select('assignment_id')))
    .toEqual([{ assignment_id: assignment }]);

  const [period] = must(await client.rpc('pay_period_for', { date_param: DAY }));
  await page.goto(`/payroll?from=${period?.start_date}`);
  await press(page, page.getByRole('button', { name: 'Looks right' }));
  await expect(page.getByText(/^You signed on/)).toBeVisible();

  const ticket = crypto.randomUUID();
  const customer = `ken-${ticket}@example.com`;
  must(
    await client.rpc('save_ticket', {
      id_param: ticket,
      ticket_param: {
        project_id: company.projects[0]?.id ?? '',
        work_date: new Intl.DateTimeFormat('en-CA', { timeZone: middayZone() }).format(),
        description: 'Patch the wall',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'Drywall', quantity: 3, unit: 'sheets' }],
      },
    }),
  );
  must(await client.rpc('send_ticket_link', { id_param: ticket, email_param: customer }));
  const [path = ''] = /\/ticket\/[\w-]+/.exec((await mailTo(customer)).text) ?? [];
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(path);
  await expect(visitor.getByText('your typed name signs')).toBeVisible();
  await typeInto(visitor, visitor.getByLabel('Name', { exact: true }), 'Ken Alvarez');
  await press(visitor, visitor.getByRole('button', { name: 'Sign', exact: true }));
  await expect
    .poll(async () =>
      must(await client.from('extra_work_tickets').select('status').eq('id', ticket)),
    )
    .toEqual([{ status: 'signed' }]);
  await visitor.context().close();
});

test('an owner approves a step, records a case, makes a packet and signs a certified payroll', async ({
  page,
  company,
  signInAs,
}) => {
  test.slow();
  const { client } = company.owner;
  const worker = await company.addPerson('employee', ['Luz', 'Vega']);
  await addEntry(company, worker, { from: `${DAY}T14:00:00Z`, to: `${DAY}T20:00:00Z` });
  must(
    await client.rpc('save_approval_chain', {
      id_param: crypto.randomUUID(),
      name_param: 'Everybody',
      project_id_param: null,
      group_id_param: null,
      steps_param: [{ level: 1, name: 'Payroll', decider: 'role', role: 'owner' }],
    } as never),
  );
  await signInAs(company.owner);
  await page.goto('/verification?tab=approvals');
  await press(page, page.getByRole('button', { name: 'Approve Luz Vega' }));
  await expect(page.getByText('Nothing waits for you')).toBeVisible();

  await page.goto('/safety?tab=setup');
  const add = page.getByRole('button', { name: 'Add establishment' });
  await press(page, add);
  const place = page.getByRole('dialog');
  for (const [label, text] of [
    ['Name of the establishment', 'Reyes Yard'],
    ['Street', '12 Mill St'],
    ['City', 'Denver'],
    ['State', 'co'],
    ['ZIP code', '80202'],
    ['NAICS code', '236220'],
  ] as const) {
    await typeInto(page, place.getByLabel(label, { exact: true }), text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('12 Mill St, Denver, CO, 80202')).toBeVisible();
  await expect(add).toBeFocused();
  const incident = must(
    await client
      .from('incidents')
      .insert({
        company_id: company.id,
        employee_id: worker.employeeId,
        happened_at: `${DAY}T16:00:00Z`,
        description: 'Cut by a saw',
        place: 'Level 2',
      })
      .select('id'),
  )[0];
  await page.goto(`/safety?incident=${incident?.id}`);
  const form = page.getByRole('dialog', { name: 'Record a case' });
  await typeInto(page, form.getByLabel('What was the injury or illness?'), 'Cut, left hand');
  await typeInto(page, form.getByLabel('What object or substance harmed the person?'), 'Saw');
  await typeInto(page, form.getByLabel('Job title'), 'Carpenter');
  await press(page, form.getByRole('button', { name: 'Save' }));
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Luz Vega/ })).toBeVisible();

  await page.goto(`/employees?employee=${worker.employeeId}`);
  await tabTo(page, page.getByRole('tab').first());
  await tabTo(page, page.getByRole('tab', { name: 'History' }), 'ArrowRight');
  await press(page, page.getByRole('button', { name: 'Claim packet' }));
  const packet = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Make the packet' }));
  expect((await packet).suggestedFilename()).toContain('claim-packet-Luz-Vega');

  const site = await makePublicProject(company);
  const week = site.weeks[0] ?? '';
  await page.goto(`/public-work?tab=certified&project=${site.projectId}&week=${week}`);
  for (const statement of [1, 2, 3, 6]) {
    await press(page, page.getByRole('checkbox', { name: `Statement ${statement}` }), 'Space');
  }
  await press(page, page.getByRole('button', { name: /^Sign No. 1/ }));
  await expect(page.getByText('Not handed in yet')).toBeVisible();
});

test('a visitor signs in by the poster; somebody of two companies changes to the other', async ({
  page,
  browser,
  company,
  expectedConsoleErrors,
}) => {
  test.slow();
  // What was being asked for the first company has no answer for the second.
  expectedConsoleErrors.push(/The company was switched/);
  const { client } = company.owner;
  const { token } = must(
    await client.rpc('create_site_sign_in_link', {
      project_id_param: company.projects[0]?.id ?? '',
      label_param: 'Gate 1',
    }),
  ) as unknown as { token: string };
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/site/${token}`);
  await press(visitor, visitor.getByRole('radio').first(), 'ArrowDown');
  await typeInto(visitor, visitor.getByLabel('Your name'), 'Joe Volt');
  await typeInto(visitor, visitor.getByLabel('Company you work for'), 'Bright Electric');
  await press(visitor, visitor.getByRole('button', { name: 'Sign in', exact: true }));
  await expect(visitor.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await expect
    .poll(async () => must(await client.rpc('site_visits_now')))
    .toMatchObject([{ name: 'Joe Volt' }]);
  await visitor.context().close();

  const second = await makeCompany({ name: 'Hill Roofing', projects: ['Barn Roof'] });
  const rosa = await company.addPerson('manager', ['Rosa', 'Lima']);
  must(
    await second.owner.client.rpc('invite_employee', {
      email_param: rosa.email,
      first_name_param: 'Rosa',
      last_name_param: 'Lima',
      role_param: 'manager',
      hourly_rate_param: 40,
    }),
  );
  const [invitation] = must(await rosa.client.rpc('my_invitations'));
  must(await rosa.client.rpc('accept_invitation', { id_param: invitation?.id ?? '' }));
  // Only a new sign-in knows both companies.
  await page.goto('/auth/login');
  await expect(page.getByLabel('Email or phone number')).toBeFocused();
  await page.keyboard.type(rosa.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), rosa.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/projects');
  const menu = page.getByRole('button', { name: /Rosa Lima/ });
  await press(page, menu);
  const other = page.getByRole('menuitemradio', { name: /Hill Roofing/ });
  await expect(other).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, other, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Projects', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'Barn Roof' })).toBeVisible();
});
