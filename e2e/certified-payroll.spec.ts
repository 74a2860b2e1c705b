import type { Page } from '@playwright/test';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import type { Company } from './support/company.ts';
import { downloaded, parseCsv, readPdf } from './support/files.ts';
import { makePublicProject, type PublicProject } from './support/public-project.ts';

// All columns of the form beside each other.
test.use({ viewport: { width: 1440, height: 900 } });

/** Never sent to the server. */
const WORKERS = [
  'Name,SSN,Street,City,State,ZIP,Exemptions',
  'Ana Ortiz,111-22-3331,1 Oak St,Oakland,CA,94607,1',
  'Ben Stone,111-22-3332,2 Oak St,Oakland,CA,94607,0',
  'Cal Diaz,111-22-3334,3 Oak St,Oakland,CA,94607,2',
].join('\n');

interface ReportedRow {
  entry: number;
  name: string;
  classification: string;
  kind: string;
  total: string;
  gross_project: string;
  gross_all: string;
  cash_in_lieu: string;
  net: string;
  over_ratio: boolean;
}

const open = (page: Page, site: PublicProject, week: string) =>
  page.goto(`/public-work?tab=certified&project=${site.projectId}&week=${week}`);

/** Each statement of the report, then the signature: as many presses as it asks for, and one. */
async function sign(page: Page, statements: readonly number[], button: string | RegExp) {
  for (const number of statements) {
    await page.getByRole('checkbox', { name: `Statement ${number}` }).click();
  }
  await page.getByRole('button', { name: button }).click();
}

async function signedRows(company: Company, week: string): Promise<ReportedRow[]> {
  const row = must(
    await company.owner.client
      .from('certified_payrolls')
      .select('content')
      .eq('week_end', week)
      .order('revision', { ascending: false })
      .limit(1)
      .single(),
  ) as { content: { report: { rows: ReportedRow[] } } };
  return row.content.report.rows;
}

async function download(page: Page, item: RegExp) {
  await page.getByRole('button', { name: 'Download' }).click();
  return downloaded(page, () => page.getByRole('menuitem', { name: item }).click());
}

test('six weeks of a public project, from the clock to signed reports', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  const { client } = company.owner;
  const ana = await company.addPerson('employee', ['Ana', 'Ortiz']);
  const ben = await company.addPerson('employee', ['Ben', 'Stone']);
  const cal = await company.addPerson('employee', ['Cal', 'Diaz']);
  const people = [ana, ben, cal];
  const site = await makePublicProject(company);
  const [first = '', second = '', third = '', fourth = '', fifth = '', last = ''] = site.weeks;
  await site.identify(people);
  await site.apprentices([ben, cal]);
  // Two classes in the first week, two apprentices beside one journeyworker in the second, nobody in the
  // third, private work in the fourth.
  const worked = [first, second, fourth, fifth, last];
  await Promise.all(
    worked.map((week) => site.week(ana, week, week === first ? 9 : 8, { class: site.carpenter })),
  );
  await Promise.all([
    site.work(ben, site.day(first, 1), 8, { class: site.laborer }),
    site.work(ben, site.day(first, 2), 8),
    site.week(ben, second, 8),
    site.week(cal, second, 8),
    site.work(ana, site.day(fourth, 6), 6, { project: company.projects[1]?.id ?? '' }),
  ]);
  for (const week of worked) {
    if (week !== first) await site.approve(week, people);
    await site.pay(week);
  }

  await signInAs(company.owner);
  await page.goto('/public-work?tab=certified');
  const list = page.getByRole('table', { name: 'Reports to hand in' });
  await expect(list.getByRole('row')).toHaveCount(8);
  await expect(list.getByRole('row', { name: /No time recorded/ })).toHaveCount(1);

  // The first week is not approved: the report says who, and leads there.
  await list.getByRole('link', { name: /^Prepare/ }).click();
  await expect(page.getByRole('heading', { name: 'Certified payroll No. 1' })).toBeVisible();
  await expect(page.getByText('Time of this week is not approved.')).toBeVisible();
  await site.approve(first, people);
  await page.reload();
  await expect(page.getByRole('row', { name: /^2 Stone, Ben ID/ })).toContainText('Laborer');
  await expect(page.getByRole('row', { name: /^2 Stone, Ben: as above/ })).toContainText('RA');
  // A figure leads to the entries behind it.
  await page.getByRole('button', { name: /^Ortiz, Ana, Gross, this project/ }).click();
  await expect(page.getByRole('dialog').getByText('$2,575.00')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/time-tracker\?entry=/,
  );
  await page.keyboard.press('Escape');
  await sign(page, [1, 2, 3, 4, 5, 6], 'Sign No. 1');
  await expect(page.getByText('Maria Reyes, Owner')).toBeVisible();

  // The second one by its own: an apprentice over the ratio is paid and shown as a journeyworker.
  await page.getByRole('link', { name: 'Week after' }).click();
  await expect(page.getByRole('link', { name: /^See the days/ })).toBeVisible();
  await sign(page, [1, 2, 3, 4, 5, 6], 'Sign No. 2');
  await expect(page.getByText('Not handed in yet')).toBeVisible();
  expect((await signedRows(company, second)).map(({ kind }) => kind).toSorted()).toEqual([
    'J',
    'J',
    'RA',
  ]);

  // Nobody worked in the third.
  await page.getByRole('link', { name: 'Week after' }).click();
  await sign(page, [1, 2, 3, 6], 'Sign No. 3: no work performed');
  await expect(page.getByText('Not handed in yet')).toBeVisible();

  await page.getByRole('link', { name: 'Week after' }).click();
  await expect(page.getByText(/^7B has \$\d+\.\d\d of other work$/)).toBeVisible();
  await sign(page, [1, 2, 3, 5, 6], 'Sign No. 4');
  await expect(page.getByText('Not handed in yet')).toBeVisible();
  await page.getByRole('link', { name: 'Week after' }).click();
  await sign(page, [1, 2, 3, 5, 6], 'Sign No. 5');
  await expect(page.getByText('Not handed in yet')).toBeVisible();
  await page.getByRole('link', { name: 'Week after' }).click();
  await page.getByRole('switch', { name: 'Final payroll of this project' }).click();
  await sign(page, [1, 2, 3, 5, 6], 'Sign No. 6');
  await expect(page.getByText('Not handed in yet')).toBeVisible();
  await page.getByRole('button', { name: 'Record delivery' }).click();
  await page.getByRole('textbox', { name: /^Confirmation number/ }).fill('CPR-77');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Confirmation CPR-77/)).toBeVisible();

  // Two hours of the second week were missing: it keeps its number and says what changed.
  await site.work(cal, site.day(second, 6), 2);
  await site.approve(second, people);
  await site.pay(second);
  await open(page, site, second);
  await page.getByRole('button', { name: 'Correct' }).first().click();
  await expect(
    page.getByRole('table', { name: 'What changes' }).getByRole('row', { name: /Cal Diaz/ }),
  ).not.toHaveCount(0);
  await page
    .getByRole('textbox', { name: 'Reason of the correction' })
    .fill('Saturday was missing');
  await sign(page, [1, 2, 3, 4, 5, 6], 'Sign correction 1 of No. 2');
  await expect(page.getByText('Correction 1 of No. 2 is signed')).toBeVisible();
  await expect(page.getByText('Saturday was missing')).toBeVisible();

  const stored = must(
    await client
      .from('certified_payrolls')
      .select('week_end, number, revision, no_work, final')
      .order('number')
      .order('revision'),
  );
  expect(stored.map(({ number, revision }) => [number, revision])).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
    [3, 0],
    [4, 0],
    [5, 0],
    [6, 0],
  ]);
  expect(stored.find(({ week_end }) => week_end === third)?.no_work).toBe(true);
  expect(stored.at(-1)?.final).toBe(true);

  // The form on paper says what was signed.
  const rows = await signedRows(company, second);
  const form = await download(page, /^WH-347 \(2025\), Letter/);
  expect(form.name).toBe(`WH-347_No-2_correction-1_${second}.pdf`);
  const text = readPdf(form.content);
  for (const row of rows) {
    for (const cell of [row.gross_project, row.gross_all, row.net, row.cash_in_lieu]) {
      expect(text).toContain(cell);
    }
  }

  // California's file, with what only this browser knows of the workers.
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'File for a portal or agency' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Open a list from this computer').setInputFiles({
    name: 'workers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(WORKERS),
  });
  await expect(dialog.getByText('3 of 3 workers of this report found in the list')).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Download file' });
  const xml = await downloaded(page, () => save.click());
  const reported = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'application/xml');
    if (file.querySelector('parsererror')) throw new Error('No XML');
    const all = (name: string, under: Document | Element = file) => [
      ...under.getElementsByTagName(`CPR:${name}`),
    ];
    return all('employee').map((employee) => ({
      name: all('name', employee)[0]?.textContent,
      gross: all('thisProject', employee)[0]?.textContent,
      net: all('netWagePaidWeek', employee)[0]?.textContent,
    }));
  }, xml.content.toString('utf8'));
  expect(reported).toEqual(
    rows.map(({ name, gross_project, net }) => ({ name, gross: gross_project, net })),
  );

  // LCPtracker's, by its own codes.
  await dialog.getByRole('combobox', { name: 'File' }).click();
  await page.getByRole('option', { name: 'LCPtracker (CSV)' }).click();
  const csv = await downloaded(page, () => save.click());
  const [headings = [], ...lines] = parseCsv(csv.content.toString('utf8').replace(/^\uFEFF/, ''));
  const column = (name: string) => lines.map((line) => line[headings.indexOf(name)]);
  expect(column('gross_employee_pay').map(Number)).toEqual(
    rows.map(({ gross_project }) => Number(gross_project)),
  );
  expect(column('all_projects').map(Number)).toEqual(
    rows.map(({ gross_all }) => Number(gross_all)),
  );
  expect(column('class_code')).toEqual(rows.map(() => 'CARP-J'));
});
