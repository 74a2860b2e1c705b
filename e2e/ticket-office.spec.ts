import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';

const DAY = '2026-11-02';

test('a signed ticket is priced, approved, put into the budget and on an invoice draft', async ({
  page,
  company,
  signInAs,
}) => {
  test.slow();
  const { client, employeeId } = company.owner;
  const [project] = company.projects;
  const projectId = project?.id ?? '';
  const [customer] = must(
    await client.from('customers').insert({ name: 'Gail Builders' }).select('id'),
  );
  must(
    await client
      .from('projects')
      .update({ customer_id: customer?.id ?? null })
      .eq('id', projectId),
  );
  must(await client.from('bill_rates').insert({ employee_id: employeeId, rate: 92 }));
  const [entry] = must(
    await client
      .from('time_entries')
      .insert({
        employee_id: employeeId,
        project_id: projectId,
        cost_code_id: company.costCodes[0]?.id ?? null,
        clock_in: `${DAY}T12:00:00Z`,
        clock_out: `${DAY}T18:30:00Z`,
      })
      .select('id'),
  );
  const ticket = must(
    await client.rpc('draft_ticket', {
      project_id_param: projectId,
      work_date_param: DAY,
      time_entry_ids_param: [entry?.id ?? ''],
    }),
  );
  const lines = must(await client.from('ticket_lines').select('*').eq('ticket_id', ticket.id));
  must(
    await client.rpc('save_ticket', {
      id_param: ticket.id,
      ticket_param: {
        description: 'Move the wall',
        directed_by: 'Gail Contractor',
        lines: [
          ...lines.map(
            ({
              id,
              kind,
              time_entry_id,
              employee_id,
              description,
              hours_kind,
              quantity,
              unit,
            }) => ({
              ...{ id, kind, time_entry_id, employee_id, description, hours_kind, quantity, unit },
            }),
          ),
          { kind: 'material', description: 'Studs', quantity: 10, unit: 'ea' },
        ],
      },
    }),
  );
  must(await client.rpc('sign_ticket', { id_param: ticket.id, name_param: 'Gail Contractor' }));

  await signInAs(company.owner);
  await page.goto('/tickets/office');
  await page.getByRole('button', { name: 'Ticket 1' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No price', { exact: true })).toBeVisible();
  await expect(dialog.getByText('$598.00').first()).toBeVisible();
  await expectAccessible(page, 'the price of a ticket');
  await dialog.getByLabel('Rate of Studs').fill('12.3450');
  await dialog.getByLabel('Material %').fill('15');
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  // 598.00 + 123.45 + 18.52
  await expect(dialog.getByText('$739.97')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as submitted' }).click();
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Approval saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('checkbox', { name: 'Choose ticket 1' }).check();
  await page.getByRole('button', { name: 'Add to budget' }).click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: /03 30 00/ }).click();
  await dialog.getByRole('button', { name: 'Add to budget' }).click();
  await expect(page.getByText('Added to budget version 1')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Choose ticket 1' }).check();
  await page.getByRole('button', { name: 'Invoice 1 ticket, $739.97' }).click();
  await dialog.getByRole('button', { name: 'Make invoice draft' }).click();
  await expect(dialog.getByRole('heading', { name: 'INV-0001' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Invoice and signed tickets (ZIP)' }).click();
  const files = unzipSync(await readFile(await (await saved).path()));
  expect(Object.keys(files)).toHaveLength(2);
  for (const file of Object.values(files)) expect(strFromU8(file.slice(0, 5))).toBe('%PDF-');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByLabel('Sent to').fill('gail@example.com');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Mark as sent' }).click();
  await expect(page.getByText(/Sent to gail@example.com/)).toBeVisible();
  await dialog.first().getByRole('button', { name: 'Close' }).click();
  await expectAccessible(page, 'invoice drafts');
  await page.getByRole('tab', { name: 'Bill rates' }).click();
  await page.getByRole('button', { name: 'New bill rate' }).click();
  await expectAccessible(page, 'a bill rate');
  const [invoice] = must(await client.from('invoice_drafts').select('status, total_amount'));
  expect(invoice).toEqual({ status: 'sent', total_amount: 739.97 });
});
