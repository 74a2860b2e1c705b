import { describe, expect, test } from 'vitest';
import type { CrewMember } from '@/entities/crew/crew-member';
import { onAnotherDay } from '@/entities/crew/crew-member';
import { commonPlan } from '@/entities/crew/crew-plan';
import { groupsOf, presetOf, stateOf } from '@/features/crew-clock/crew-plan';

const NOW = Date.parse('2026-11-19T14:05:00Z');

const member = (id: string, changes: Partial<CrewMember> = {}): CrewMember => ({
  employee_id: id,
  first_name: id,
  last_name: '',
  job_title: null,
  crew_ids: ['c1'],
  crew_names: ['Concrete'],
  leads: true,
  status: 'out',
  since: null,
  project_id: null,
  project_name: null,
  cost_code_id: null,
  minutes: 0,
  last_out: null,
  time_off: false,
  plan_project_id: null,
  plan_project_name: null,
  plan_cost_code_id: null,
  plan_starts_at: null,
  plan_ends_at: null,
  ...changes,
});

const planned = (project: string, ends = '2026-11-19T21:30:00Z'): Partial<CrewMember> => ({
  plan_project_id: project,
  plan_project_name: project,
  plan_cost_code_id: 'k1',
  plan_starts_at: '2026-11-19T13:00:00Z',
  plan_ends_at: ends,
});

describe('who is ticked when the screen opens', () => {
  test('those who are planned and not in', () => {
    const crew = [
      member('in', { status: 'in', ...planned('p1') }),
      member('late', planned('p1')),
      member('off', { time_off: true, ...planned('p1') }),
      member('left', { minutes: 240, last_out: '2026-11-19T13:30:00Z', ...planned('p1') }),
      member('over', planned('p1', '2026-11-19T14:00:00Z')),
      member('free'),
    ];
    expect([...presetOf(crew, true, NOW)]).toEqual(['late']);
    expect(crew.map(stateOf)).toEqual(['in', 'out', 'off', 'left', 'out', 'out']);
  });

  test('the whole crew where nobody is planned; people who only share a project are not', () => {
    const people = [member('a'), member('b'), member('c', { status: 'break' })];
    expect([...presetOf(people, true, NOW)]).toEqual(['a', 'b']);
    expect([...presetOf(people, false, NOW)]).toEqual([]);
  });

  test('a plan that was stored yesterday is none', () => {
    const old = [member('a', { minutes: 480, ...planned('p1') })].map(onAnotherDay);
    expect(commonPlan(old)).toBeNull();
    expect([...presetOf(old, true, NOW)]).toEqual(['a']);
  });
});

test('each starts on their own plan, others on that of the crew; what was chosen goes for all', () => {
  const crew = [member('a', planned('p2')), member('b', planned('p1')), member('c', planned('p1'))];
  const extra = member('d');
  const common = commonPlan(crew);
  expect(common).toEqual({ projectId: 'p1', costCodeId: 'k1' });
  const idsOf = (groups: ReturnType<typeof groupsOf>) =>
    groups.map(({ work, members }) => [work?.projectId, members.map((one) => one.employee_id)]);
  expect(idsOf(groupsOf([...crew, extra], null, common))).toEqual([
    ['p2', ['a']],
    ['p1', ['b', 'c', 'd']],
  ]);
  const other = { projectId: 'p9', costCodeId: null };
  expect(idsOf(groupsOf([...crew, extra], other, common))).toEqual([['p9', ['a', 'b', 'c', 'd']]]);
  expect(idsOf(groupsOf([extra], null, null))).toEqual([[undefined, ['d']]]);
});
