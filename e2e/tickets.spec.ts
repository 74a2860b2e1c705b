import { middayZone } from '../testing/midday-zone.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';
import { downloaded, readPdf } from './support/files.ts';
import { fileOf, mailTo } from './support/mail.ts';
import { addEntry } from './support/time.ts';

test('from "do this" to signed: a foreman writes a ticket on a phone, the signal goes, the customer signs in Spanish', {
  tag: MODULE,
}, async ({ browser, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const project = company.projects[0];
  const foreman = await company.addPerson('foreman');
  const customer = `ken-${crypto.randomUUID()}@example.com`;
  const worker = await company.addPerson('employee');
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  await addEntry(company, worker, { from: hours(3.5), to: hours(1) });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(foreman, phone);
  await phone.goto(`/tickets?new=${project?.id}`);
  const facts = phone.getByRole('dialog', { name: 'Who told you to do it?' });
  await facts.getByLabel('Name').fill('Ken Alvarez');
  await facts.getByLabel('Mail address').fill(customer);
  await facts.getByLabel('What did they tell you to do?').fill('Move conduit at grid C4');
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await facts.getByRole('button', { name: 'Next: people and hours' }).click();
  await expect(phone.getByRole('heading', { name: 'Extra work 1' })).toBeVisible();
  const people = phone.getByRole('region', { name: 'People and machines' });
  await expect(people.getByRole('checkbox')).toHaveCount(1);

  // From here on without a signal, the customer's signature included.
  await context.setOffline(true);
  await people.getByRole('checkbox').click();
  await people.getByRole('button', { name: /Change the hours/ }).click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByLabel('Regular hours').fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('At most 2 h 30 min were worked.')).toBeVisible();
  await dialog.getByLabel('Regular hours').fill('2:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByText('2 h', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Add or photograph the slip' }).click();
  await phone.getByRole('dialog').getByLabel('What').fill('EMT conduit');
  await phone.getByRole('dialog').getByLabel('Quantity').fill('40');
  await phone.getByRole('dialog').getByLabel('Unit').fill('ft');
  await phone.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByText('40 ft')).toBeVisible();
  await expect(phone.getByText(/Saved on this phone/).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Let customer sign' }).click();
  const sheet = phone.getByRole('dialog', { name: 'For the customer to sign' });
  await sheet.getByRole('button', { name: 'Español' }).click();
  await expect(sheet.getByText(/no es un acuerdo sobre el precio/)).toBeVisible();
  await expect(phone.getByRole('navigation')).toHaveCount(0);
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await sheet.getByLabel('Nombre').fill('');
  await sheet.getByRole('button', { name: 'Firmar', exact: true }).click();
  await expect(sheet.getByText('Escribe tu nombre.')).toBeVisible();
  await sheet.getByLabel('Nombre').fill('Ken Alvarez');
  const pad = sheet.getByRole('img', { name: 'Firma aquí' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  await phone.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
  await phone.mouse.down();
  await phone.mouse.move((box?.x ?? 0) + 160, (box?.y ?? 0) + 70, { steps: 5 });
  await phone.mouse.up();
  await sheet.getByRole('button', { name: 'Firmar', exact: true }).click();
  // A toast stays under a mouse, which a phone has not.
  await phone.mouse.move(0, 0);
  await expect(phone.getByText('Ken Alvarez signed')).toBeVisible();
  const tickets = () => company.owner.client.from('extra_work_tickets').select('*');
  expect(must(await tickets())).toMatchObject([{ status: 'draft' }]);

  await context.setOffline(false);
  await expect.poll(async () => must(await tickets())[0]?.status).toBe('signed');
  const [ticket] = must(await tickets());
  expect(ticket).toMatchObject({
    number: 1,
    signed_name: 'Ken Alvarez',
    language: 'es',
    signature_path: expect.stringMatching(/^M/),
    content: { lines: [{ quantity: '2' }, { quantity: '40', unit: 'ft' }] },
  });
  await expect(phone.getByText('Copies mailed')).toBeVisible();
  const { content } = await downloaded(phone, () =>
    phone.getByRole('button', { name: 'PDF' }).click(),
  );
  const paper = readPdf(content);
  for (const part of [
    'Move conduit at grid C4',
    'EMT conduit',
    '40 ft',
    'Ken Alvarez',
    ticket?.sha256 ?? '?',
  ])
    expect(paper).toContain(part);
  expect(paper).not.toContain('$');
  // The customer's copy was mailed at once, made from the same record.
  const mailed = readPdf(await fileOf(await mailTo(customer)));
  for (const part of ['Boleta de trabajo extra', '40 ft', ticket?.sha256 ?? '?'])
    expect(mailed).toContain(part);

  // The hours are corrected: the ticket says so, what was signed stays.
  must(
    await company.owner.client
      .from('time_entries')
      .update({ clock_out: hours(2) })
      .eq('employee_id', worker.employeeId)
      .select('id'),
  );
  await phone.reload();
  await expect(phone.getByText('Time was changed after the customer answered')).toBeVisible();
  await phone.getByRole('button', { name: 'Make a revision' }).first().click();
  await expect(phone.getByRole('heading', { name: 'Extra work 1 R1' })).toBeVisible();
  expect(must(await tickets().eq('id', ticket?.id ?? ''))[0]?.content).toEqual(ticket?.content);
  await context.close();
});

test('the customer refuses through the link of a mail, without an account', async ({
  browser,
  page,
  signInAs,
}) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const id = crypto.randomUUID();
  const work_date = new Intl.DateTimeFormat('en-CA', { timeZone: middayZone() }).format(new Date());
  must(
    await company.owner.client.rpc('save_ticket', {
      id_param: id,
      ticket_param: {
        project_id: company.projects[0]?.id ?? '',
        work_date,
        description: 'Patch the wall',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'Drywall', quantity: 3, unit: 'sheets' }],
      },
    }),
  );
  await signInAs(company.owner);
  await page.goto(`/tickets/${id}`);
  await page.getByRole('button', { name: 'Send link' }).click();
  const address = `ken-${id}@example.com`;
  await page.getByRole('dialog').getByLabel('Mail address').fill(address);
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`Link sent to ${address}`)).toBeVisible();
  const [path = ''] = /\/ticket\/[\w-]+/.exec((await mailTo(address)).text) ?? [];

  const visitor = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await visitor.goto(path);
  await expect(visitor.getByText('3 sheets')).toBeVisible();
  await visitor.getByRole('button', { name: 'Refuse', exact: true }).click();
  await visitor.getByRole('button', { name: 'Refuse to sign' }).click();
  await expect(visitor.getByText('Say why you do not sign.')).toBeVisible();
  await visitor.getByLabel('Why do you not sign?').fill('It is on the contract drawings.');
  await visitor.getByLabel('Your name').fill('Ken Alvarez');
  await visitor.getByRole('button', { name: 'Refuse to sign' }).click();
  await expect(visitor.getByText('You refused to sign the ticket')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('You have answered this ticket')).toBeVisible();
  await expect(page.getByText('Ken Alvarez refused to sign')).toBeVisible();
  await visitor.context().close();
});
