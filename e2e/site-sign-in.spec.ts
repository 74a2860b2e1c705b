import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 1180, height: 820 } };

test('a subcontractor signs in by the poster without a signal, is in the roll call, leaves at the tablet, and is offered to the field report', {
  tag: MODULE,
}, async ({ page, browser, company, signInAs }) => {
  const { client } = company.owner;
  const project = company.projects[0] ?? { id: '', name: '' };
  const { token } = must(
    await client.rpc('create_site_sign_in_link', {
      project_id_param: project.id,
      label_param: 'Gate 1',
    }),
  ) as unknown as { token: string };
  must(
    await client
      .from('site_sign_in_settings')
      .update({ rules: 'Hard hats at all times.' })
      .eq('project_id', project.id)
      .select('id'),
  );
  const code = must(
    await client.rpc('create_kiosk', { name_param: 'Trailer', project_id_param: project.id }),
  );

  // The poster, on a phone that loses its signal.
  const phones = await browser.newContext(PHONE);
  const phone = await phones.newPage();
  await phone.goto(`/site/${token}`);
  await phone.getByRole('radio', { name: 'Subcontractor' }).click();
  await phone.getByLabel('Your name').fill('Joe Volt');
  await phone.getByLabel('Company you work for').fill('Bright Electric');
  await phone.getByLabel('People, including you').fill('2');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByText('Confirm the site rules to sign in.')).toBeVisible();
  await phone.getByLabel('I have read the site rules').click();
  await phones.setOffline(true);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await expect(phone.getByText(/saved on this phone/)).toBeVisible();
  expect(must(await client.rpc('site_visits_now'))).toEqual([]);
  await phones.setOffline(false);
  await expect(phone.getByText(/saved on this phone/)).toBeHidden();
  await expectAccessible(phone, 'the page of a poster');
  expect(must(await client.rpc('site_visits_now'))).toMatchObject([
    { name: 'Joe Volt', company_name: 'Bright Electric', headcount: 2, kind: 'subcontractor' },
  ]);

  // The roll call of the office.
  await signInAs(company.owner);
  await page.goto(`/map?project=${project.id}`);
  const rollCall = page.getByRole('region', { name: 'Roll call' });
  await expect(rollCall.getByText('Joe Volt and 1 more')).toBeVisible();
  await expect(rollCall.getByText('0 clocked in · 2 signed in')).toBeVisible();

  // Out at the tablet, by first letters.
  const tablets = await browser.newContext(TABLET);
  const tablet = await tablets.newPage();
  await tablet.goto('/kiosk');
  await tablet.getByLabel('Pairing code').fill(String(code));
  await tablet.getByRole('button', { name: 'Pair' }).click();
  await tablet.getByRole('button', { name: 'Visitor or subcontractor' }).click();
  await tablet.getByRole('button', { name: 'I am leaving' }).click();
  await expect(tablet.getByText('Joe Volt')).toHaveCount(0);
  await tablet.getByLabel('Type the first letters of your name').fill('vol');
  await tablet.getByRole('button', { name: /Joe Volt/ }).click();
  await expect(tablet.getByRole('heading', { name: 'Joe Volt, you are signed out' })).toBeVisible();
  expect(must(await client.rpc('site_visits_now'))).toEqual([]);

  // The field report of the day, confirmed with one press.
  const [visit] = must(await client.from('site_visits').select('work_date, how_in, how_out'));
  expect(visit).toMatchObject({ how_in: 'qr', how_out: 'kiosk' });
  must(
    await client.rpc('draft_field_report', {
      project_id_param: project.id,
      report_date_param: visit?.work_date ?? '',
    }),
  );
  await page.goto(`/field-reports?report=${project.id}&date=${visit?.work_date}`);
  await page.getByRole('button', { name: 'Add Bright Electric to the report' }).click();
  await expect(page.getByText(/^Bright Electric · 2 people, 0/)).toBeVisible();
  await expect
    .poll(async () => {
      const [report] = must(await client.from('field_reports').select('content'));
      return (report?.content as { subcontractors?: object[] })?.subcontractors;
    })
    .toMatchObject([{ text: 'Bright Electric', people: '2' }]);

  // And the office has it on its list.
  await page.goto(`/site-sign-in?project=${project.id}`);
  await expect(page.getByRole('row', { name: /Joe Volt/ })).toBeVisible();
  await expectAccessible(page, 'site sign-in');
  await phones.close();
  await tablets.close();
});
