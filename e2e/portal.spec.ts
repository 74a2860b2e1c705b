import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import type { Company } from './support/company.ts';
import { type CapturedMail, mailTo } from './support/mail.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The last Sunday that is over in New York, and the one before it. */
function lastSundays(): [string, string] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
  const noon = new Date(`${today}T12:00:00Z`);
  const back = (noon.getUTCDay() || 7) * 86_400_000;
  const day = (days: number) =>
    new Date(noon.getTime() - back - days * 86_400_000).toISOString().slice(0, 10);
  return [day(0), day(7)];
}

/** A public project whose first week had no work, signed. */
async function signedWeek({
  owner,
  projects,
}: Company): Promise<{ project: string; week: string }> {
  const project = projects[0]?.id ?? '';
  const [, week] = lastSundays();
  must(
    await owner.client
      .from('public_contracts')
      .insert({
        project_id: project,
        contract_number: 'W912-26-C-0001',
        agency: 'City of Salem',
        location: '12 Pier Road',
        county: 'Essex',
        state: 'MA',
        cwhssa: 'applies',
        week_ends_on: 0,
        first_week_end: week,
      })
      .select('id'),
  );
  must(
    await owner.client
      .from('wage_determinations')
      .insert({ project_id: project, number: 'MA20260001', effective_from: '2026-01-01' })
      .select('id'),
  );
  must(
    await owner.client.rpc('sign_certified_payroll', {
      project_id_param: project,
      week_end_param: week,
      signed_name_param: 'Olivia Reyes',
      title_param: 'President',
      statements_param: [1, 2, 3, 6],
    }),
  );
  return { project, week };
}

async function bytesOf(download: Promise<Download>): Promise<Buffer> {
  return readFileSync(await (await download).path());
}

const pageOf = ({ links }: CapturedMail): string =>
  links.find((link) => /\/(portal|subcontractor)\//.test(link)) ?? '';

const shownLink = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Link' });

test('a signed payroll leaves by link and mail, a subcontractor hands in, the audit gets one file', async ({
  page,
  company,
  signInAs,
  browser,
}) => {
  const { project, week } = await signedWeek(company);
  await signInAs(company.owner);
  await page.goto(`/public-work?tab=handoff&project=${project}`);

  // A link for an outsider, shown once.
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('textbox', { name: 'For whom' }).fill('Ken Alvarez');
  await page.getByRole('checkbox', { name: 'People per day' }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const address = await shownLink(page).inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

  // On the outsider's phone, without an account, in the language they choose.
  const phone = await (await browser.newContext(PHONE)).newPage();
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: company.projects[0]?.name ?? '' })).toBeVisible();
  await expect(phone.getByText(`${company.name} sees each visit.`)).toBeVisible();
  await expectOpenedAccessible(phone, 'main');
  await phone.getByRole('tab', { name: 'Reports' }).click();
  const pdf = phone.waitForEvent('download');
  await phone.getByRole('button', { name: /Download payroll No. 1/ }).click();
  expect((await bytesOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  await phone.getByRole('button', { name: 'Español' }).click();
  await expect(phone.getByRole('heading', { name: 'Nóminas certificadas' })).toBeVisible();
  await phone.getByRole('button', { name: 'English' }).click();

  // The company sees each visit, and takes the link back.
  await page.reload();
  await page.getByRole('button', { name: 'Visits' }).click();
  await expect(page.getByText('Downloaded a certified payroll')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('No link is open.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('This link was taken back')).toBeVisible();

  // A subcontractor is invited by mail and hands in from the phone.
  const office = `office-${company.id}@fox.example`;
  await page.getByRole('button', { name: 'Invite a subcontractor' }).click();
  await page.getByRole('textbox', { name: 'Company' }).fill('Fox Electric');
  await page.getByRole('textbox', { name: /E-mail of their office/ }).fill(office);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Fox Electric was invited')).toBeVisible();
  await phone.goto(pageOf(await mailTo(office)));
  await phone.getByRole('button', { name: /Hand in the week ending/ }).click();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await phone.getByLabel('Choose the report, or drop it here').setInputFiles({
    name: 'week.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< >>\n%%EOF\n'),
  });
  await phone.getByRole('textbox', { name: 'Your name' }).fill('Dana Fox');
  await phone.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(phone.getByText('Everything up to now is handed in.')).toBeVisible();

  // The prime sees it arrive, reads the file and accepts it.
  await page.getByRole('button', { name: /Fox Electric, week ending .*: To check/ }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /Open the file/ }).click();
  expect((await bytesOf(file)).toString()).toContain('/Catalog');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('button', { name: /: Accepted/ })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('Accepted', { exact: true })).toBeVisible();

  // The signed report goes to the agency as a link of its own.
  const agency = `desk-${company.id}@agency.example`;
  await page.goto(`/public-work?tab=certified&project=${project}&week=${week}`);
  await page.getByRole('button', { name: 'Mail to the agency' }).click();
  await page.getByRole('textbox', { name: /Another address/ }).fill(agency);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const mail = await mailTo(agency);
  expect(mail.subject).toContain('Certified payroll No. 1');
  await phone.goto(pageOf(mail));
  await expect(phone.getByRole('button', { name: /Download payroll No. 1/ })).toBeVisible();
  await expect(page.getByText(/^Sent .*opened/)).toBeVisible();

  // One file for the audit.
  await page.goto(`/public-work?tab=handoff&project=${project}`);
  await page.getByRole('button', { name: 'Audit packet' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  const packet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make the packet' }).click();
  const zip = await bytesOf(packet);
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of [
    `reports/No-001-${week}.pdf`,
    'subcontractors/Fox-Electric',
    'manifest.json',
  ]) {
    expect(zip.includes(name)).toBe(true);
  }
});

test('a link for one address opens with the code of its mail, shows each part, and a ticket is signed from it', async ({
  company,
  browser,
}) => {
  const { client } = company.owner;
  const project = company.projects[0]?.id ?? '';
  const address = `ken-${company.id}@agency.example`;
  const ticket = crypto.randomUUID();
  const [, day] = lastSundays();
  must(
    await client.rpc('save_ticket', {
      id_param: ticket,
      ticket_param: {
        project_id: project,
        work_date: day,
        description: 'Patch the wall',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'Drywall', quantity: 3, unit: 'sheets' }],
      },
    }),
  );
  must(await client.rpc('send_ticket_link', { id_param: ticket, email_param: address }));
  const { token } = must(
    await client.rpc('create_portal_link', {
      project_id_param: project,
      shows_param: ['roll_call', 'field_reports', 'photos', 'certificates', 'tickets'],
      expires_on_param: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      label_param: 'Ken Alvarez',
      email_param: address,
    }),
  ) as { token: string };

  const phone = await (await browser.newContext(PHONE)).newPage();
  await phone.goto(`/portal/${token}`);
  await expectOpenedAccessible(phone, 'main');
  await phone.getByRole('button', { name: 'Send me a code' }).click();
  const [code = ''] = /\b\d{6}\b/.exec((await mailTo(address, 3)).text) ?? [];
  await phone.getByLabel('Code from the mail').fill(code);
  await phone.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(phone.getByRole('heading', { name: company.projects[0]?.name ?? '' })).toBeVisible();
  for (const tab of await phone.getByRole('tab').all()) {
    await tab.click();
    await expectOpenedAccessible(phone, 'main');
  }
  await phone.getByRole('button', { name: 'Español' }).click();
  await expectOpenedAccessible(phone, 'main');
  await phone.getByRole('button', { name: 'English' }).click();
  await phone.getByRole('tab', { name: /Tickets/ }).click();
  await phone.getByRole('button', { name: /to sign it$/ }).click();
  await expect(phone.getByText('3 sheets')).toBeVisible();
  await phone.getByLabel('Name', { exact: true }).fill('Ken Alvarez');
  const pad = phone.getByRole('img', { name: 'Sign here' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  await phone.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
  await phone.mouse.down();
  await phone.mouse.move((box?.x ?? 0) + 160, (box?.y ?? 0) + 70, { steps: 5 });
  await phone.mouse.up();
  await phone.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect
    .poll(async () =>
      must(await client.from('extra_work_tickets').select('status').eq('id', ticket)),
    )
    .toEqual([{ status: 'signed' }]);
  await phone.context().close();
});
