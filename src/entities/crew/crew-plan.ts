import type { CrewMember } from '@/entities/crew/crew-member';

export interface Work {
  projectId: string;
  costCodeId: string | null;
  /** As chosen for a public project; null or missing: filled in for each person. */
  classificationId?: string | null;
}

/** What the published plan of today says for this person. */
export const planOf = ({ plan_project_id, plan_cost_code_id }: CrewMember): Work | null =>
  plan_project_id ? { projectId: plan_project_id, costCodeId: plan_cost_code_id } : null;

export const workKey = ({ projectId, costCodeId }: Work): string => `${projectId} ${costCodeId}`;

/** What most of them are planned for; the first in their order where it is a tie. */
export function commonPlan(members: readonly CrewMember[]): Work | null {
  const plans = members.flatMap((member) => planOf(member) ?? []);
  const counts = new Map<string, number>();
  for (const plan of plans) counts.set(workKey(plan), (counts.get(workKey(plan)) ?? 0) + 1);
  const highest = Math.max(...counts.values());
  return plans.find((plan) => counts.get(workKey(plan)) === highest) ?? null;
}
