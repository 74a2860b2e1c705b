import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { expect, test } from './fixtures.ts';
import { api, must } from './support/api.ts';
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts';

test('a token is made, used, seen and revoked; a webhook is tested, told of a punch, fails and is sent again', async ({
  page,
  context,
  company,
  signInAs,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const receiver = await startWebhookReceiver();
  const amir = await company.addPerson('employee');
  await signInAs(company.owner);
  await page.goto('/settings?tab=developers');
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expectAccessible(page, 'developers without anything');

  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Payroll export');
  await page.getByRole('checkbox', { name: 'projects:read' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy token' }).click();
  await expect(page.getByText('Token copied')).toBeVisible();
  const token = await copied();
  const ask = () =>
    fetch(`${api.url}/rest/v1/projects?select=name`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.arrayContaining([{ name: company.projects[0]?.name }]),
  ]);
  await page.reload();
  await expect(page.getByText('127.0.0.0/24')).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke Payroll export' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  expect((await ask()).status).toBe(401);

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`http://${receiver.host}/punches`);
  await dialog.getByRole('checkbox', { name: 'All: Time' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'Copy secret' }).click();
  await expect(page.getByText('Secret copied')).toBeVisible();
  const webhook = new Webhook(await copied());
  const arrived = (count: number) => expect.poll(() => receiver.received.length).toBe(count);
  const last = () => {
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
    return webhook.verify(body, headers);
  };
  await page.getByRole('button', { name: 'Send a test' }).click();
  await arrived(1);
  expect(last()).toMatchObject({ type: 'webhook.test' });

  const entry = must(
    await amir.client.rpc('clock_in', { project_id_param: company.projects[0]?.id ?? '' }),
  );
  await arrived(2);
  expect(last()).toMatchObject({
    type: 'time_entry.started',
    data: { employee_id: amir.employeeId, project_id: company.projects[0]?.id, sequence: 1 },
  });

  // Two attempts fail; the third would be in five minutes.
  receiver.plan = (_, count) => (count < 3 ? 500 : undefined);
  must(await amir.client.rpc('clock_out', { entry_id_param: entry.id }));
  await arrived(4);
  await expect(page.getByText(/^2, next/)).toBeVisible();
  await expect(page.getByText('Retrying', { exact: true })).toBeVisible();
  await expectAccessible(page, 'developers with deliveries that failed');
  await page.getByRole('button', { name: 'Send now time_entry.stopped' }).click();
  await arrived(5);
  expect(last()).toMatchObject({ type: 'time_entry.stopped', data: { sequence: 2 } });
  await expect(page.getByText('Delivering', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resend time_entry.started' }).click();
  await arrived(6);
  expect(receiver.received.at(-1)?.id).toBe(receiver.received[1]?.id);
  receiver.close();
});
