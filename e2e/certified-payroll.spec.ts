import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { makePublicProject } from './support/public-project.ts';

test('six weeks of a public project, from time to signed reports', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  const { client } = company.owner;
  const ana = await company.addPerson('employee', ['Ana', 'Ortiz']);
  const ben = await company.addPerson('employee', ['Ben', 'Stone']);
  const cal = await company.addPerson('employee', ['Cal', 'Diaz']);
  const people = [ana, ben, cal];
  const site = await makePublicProject(company);
  const [first = '', second = '', third = '', fourth = '', fifth = '', last = ''] = site.weeks;
  for (const [index, { employeeId }] of people.entries()) {
    must(
      await client
        .from('employees')
        .update({ employee_number: `10${index}` })
        .eq('id', employeeId)
        .select('id'),
    );
  }
  const program = must(
    await client
      .from('apprenticeship_programs')
      .insert({
        name: 'Carpenters JATC',
        occupation: 'Carpenter',
        ratio_apprentices: 1,
        ratio_journeyworkers: 1,
      })
      .select('id')
      .single(),
  );
  for (const { employeeId } of [ben, cal]) {
    must(
      await client
        .from('apprenticeships')
        .insert({
          employee_id: employeeId,
          program_id: program.id,
          registration_number: 'RA-7',
          from_date: '2020-01-01',
          level: '3rd period',
          percent: 60,
        })
        .select('id'),
    );
  }
  for (const week of [first, second, fourth, fifth, last]) {
    for (const day of [1, 2, 3, 4, 5]) {
      await site.work(ana, site.day(week, day), week === first ? 9 : 8);
      if (week === second) {
        await site.work(ben, site.day(week, day), 8);
        await site.work(cal, site.day(week, day), 8);
      }
    }
  }
  await site.work(ben, site.day(first, 1), 8, { class: site.laborer });
  await site.work(ben, site.day(first, 2), 8);
  await site.work(ana, site.day(fourth, 6), 6, { project: company.projects[1]?.id ?? '' });
  for (const week of [first, second, fourth, fifth, last]) {
    await site.approve(week, people);
    await site.pay(week);
  }

  await signInAs(company.owner);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/public-work?tab=certified');
  await expect(page.getByRole('heading', { name: 'Reports to hand in' })).toBeVisible();
  await page.screenshot({ path: '/tmp/rep/calendar.png', fullPage: true });
  await page.goto(`/public-work?tab=certified&project=${site.projectId}&week=${second}`);
  await expect(page.getByRole('heading', { name: 'Certified payroll No. 2' })).toBeVisible();
  await page.screenshot({ path: '/tmp/rep/week2.png', fullPage: true });
  await page.goto(`/public-work?tab=certified&project=${site.projectId}&week=${first}`);
  await expect(page.getByRole('heading', { name: 'Certified payroll No. 1' })).toBeVisible();
  await page.screenshot({ path: '/tmp/rep/week1.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/rep/week1-phone.png', fullPage: true });
  void third;
});
