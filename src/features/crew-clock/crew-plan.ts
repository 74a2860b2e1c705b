import type { CrewMember } from '@/entities/crew/crew-member';
import { planOf, type Work, workKey } from '@/entities/crew/crew-plan';

/** Where somebody stands today. Who worked and left is not missing. */
export type CrewState = 'in' | 'break' | 'out' | 'left' | 'off';

export function stateOf({ status, minutes, last_out, time_off }: CrewMember): CrewState {
  if (status !== 'out') return status;
  if (minutes > 0 || last_out !== null) return 'left';
  return time_off ? 'off' : 'out';
}

/**
 * Who is ticked when the screen opens: who is not in and planned for today; of a crew without any plan
 * everyone who is not in.
 */
export function presetOf(
  members: readonly CrewMember[],
  isCrew: boolean,
  now: number,
): ReadonlySet<string> {
  const isUnplanned = members.every((member) => planOf(member) === null);
  const isDue = (member: CrewMember): boolean =>
    planOf(member) === null ? isCrew && isUnplanned : Date.parse(member.plan_ends_at ?? '') > now;
  return new Set(
    members
      .filter((member) => stateOf(member) === 'out' && isDue(member))
      .map(({ employee_id }) => employee_id),
  );
}

export interface WorkGroup {
  work: Work | null;
  members: CrewMember[];
}

/** By where each of them starts: the work that was chosen, else the own plan, else what is left. */
export function groupsOf(
  members: readonly CrewMember[],
  chosen: Work | null,
  otherwise: Work | null,
): WorkGroup[] {
  const groups = new Map<string, WorkGroup>();
  for (const member of members) {
    const work = chosen ?? planOf(member) ?? otherwise;
    const key = work ? workKey(work) : '';
    const group = groups.get(key) ?? { work, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}
