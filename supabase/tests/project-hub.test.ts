import { expect, test } from 'vitest';
import { addTime, as, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

interface Hub {
  today: string;
  leads: boolean;
  people: {
    employee_id: string;
    status: string;
    planned: boolean;
    seconds: number;
    code: string;
  }[];
  seconds: number;
  weeks: { week: string; seconds: number }[];
  shifts: { day: string; people: number; open: number; drafts: number }[];
  reports: { number: string; status: string }[];
  documents: { name: string; version: number }[];
  needs: { kind: string; count?: number; name?: string | null }[];
}

const hub = async (who: Person, project = us.project) =>
  (await act(who, (tx) => tx`select project_hub(${project}) as hub`))[0]?.['hub'] as Hub;
const statusOf = ({ people }: Hub, who: Person) =>
  people.find(({ employee_id }) => employee_id === who.employeeId)?.status;

test('today is who is in, who should be, and who is off; the hours are those of every screen', async () => {
  const now = Date.now();
  await act(us.manager, async (tx) => {
    await tx`insert into shifts (employee_id, project_id, starts_at, ends_at) values
      (${us.employee.employeeId}, ${us.project}, ${new Date(now - 3_600_000)}, ${new Date(now + 3_600_000)}),
      (${us.colleague.employeeId}, ${us.project}, ${new Date(now - 3_600_000)}, ${new Date(now + 3_600_000)})`;
  });
  const dates = await act(
    us.manager,
    (tx) => tx`select min(work_date)::text as first, max(work_date)::text as last from shifts`,
  );
  await act(
    us.manager,
    (tx) => tx`select publish_shifts(${dates[0]?.['first']}, ${dates[0]?.['last']})`,
  );
  await act(us.employee, (tx) => tx`select clock_in(${us.project}, ${us.costCode})`);
  const seen = await hub(us.manager);
  expect(statusOf(seen, us.employee)).toBe('in');
  // The day of the shift may just have ended at the site.
  if (seen.today === dates[0]?.['first']) expect(statusOf(seen, us.colleague)).toBe('absent');
  expect(seen.people.find(({ status }) => status === 'in')?.code).toBe('06 10 00');
  await addTime(db.sql, us.colleague, hoursAgo(7 * 24 + 2), hoursAgo(7 * 24), {
    project_id: us.project,
  });
  const [card] = await act(
    us.manager,
    (tx) => tx`select seconds from project_overview() where project_id = ${us.project}`,
  );
  const later = await hub(us.manager);
  expect(later.seconds).toBe(Number(card?.['seconds']));
  expect(later.weeks).toHaveLength(7);
  expect(later.weeks.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(later.seconds);
});

test('what needs someone is what the caller decides', async () => {
  await act(us.manager, async (tx) => {
    await tx`insert into quantities (project_id, cost_code_id, work_date, quantity) values (${us.project}, ${us.costCode}, current_date - 1, 4)`;
    await tx`insert into shifts (employee_id, project_id, starts_at, ends_at)
      values (${us.foreman.employeeId}, ${us.project}, now() + interval '3 days', now() + interval '3 days 8 hours')`;
  });
  await addTime(db.sql, us.foreman, hoursAgo(50), hoursAgo(46), { project_id: us.project });
  const kinds = async (who: Person) => [...new Set((await hub(who)).needs.map(({ kind }) => kind))];
  expect(await kinds(us.manager)).toEqual(['report_missing', 'quantities', 'drafts']);
  expect(await kinds(us.foreman)).toEqual(['report_missing', 'quantities']);
  expect((await hub(us.foreman)).shifts.every(({ drafts }) => drafts === 0)).toBe(true);
  expect(await kinds(us.employee)).toEqual([]);
});

test('employees get their own part, others nothing', async () => {
  const own = await hub(us.employee);
  expect(own.leads).toBe(false);
  expect(own.people.map(({ employee_id }) => employee_id)).toEqual([us.employee.employeeId]);
  expect(own.reports).toEqual([]);
  expect(own.seconds).toBeLessThan((await hub(us.manager)).seconds);
  for (const stranger of [them.owner, us.deactivated]) {
    await expect(hub(stranger)).rejects.toThrow();
  }
  const [closed] = await act(
    us.manager,
    (tx) => tx`insert into projects (name) values ('Closed') returning id`,
  );
  await act(
    us.manager,
    (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${closed?.['id']}, ${us.colleague.employeeId})`,
  );
  await expect(hub(us.foreman, closed?.['id'])).rejects.toThrow(/does not exist/);
  await expect(as(db.sql, 'anon', (tx) => tx`select project_hub(${us.project})`)).rejects.toThrow(
    /permission denied/,
  );
});
