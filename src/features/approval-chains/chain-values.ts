import type { Chain, ChainDraft, Step } from '@/features/approval-chains/api/chains';

/** One line of the form: who decides it, and whether it is decided beside the line before. */
export interface StepValues {
  /** `crew_foreman`, `project_manager`, `role manager`, `person ID` or `company_role ID`. */
  who: string;
  name: string;
  beside: boolean;
}

export const EVERYBODY = 'company';
const NEVER = 'never';

const whoOf = ({ decider, role, employee_id, company_role_id }: Step): string =>
  [decider, role ?? employee_id ?? company_role_id].filter(Boolean).join(' ');

export function valuesOf(chain: Chain | null) {
  return {
    name: chain?.name ?? '',
    place: chain?.project_id
      ? `project ${chain.project_id}`
      : chain?.group_id
        ? `group ${chain.group_id}`
        : EVERYBODY,
    steps: (chain?.steps ?? []).map((step, index, all) => ({
      who: whoOf(step),
      name: step.name ?? '',
      beside: index > 0 && all[index - 1]?.level === step.level,
    })) as StepValues[],
    remind: chain ? String(chain.remind_after_days ?? NEVER) : '1',
    override: chain?.override_allowed ?? true,
  };
}

export type ChainValues = ReturnType<typeof valuesOf>;

export function draftOf({ name, place, steps, remind, override }: ChainValues): ChainDraft {
  const [kind, placeId = null] = place.split(' ');
  let level = 0;
  return {
    name: name.trim(),
    project_id: kind === 'project' ? placeId : null,
    group_id: kind === 'group' ? placeId : null,
    override_allowed: override,
    remind_after_days: remind === NEVER ? null : Number(remind),
    steps: steps.map((step, index) => {
      if (index === 0 || !step.beside) level += 1;
      const [decider, id = null] = step.who.split(' ');
      return {
        level,
        name: step.name.trim() || null,
        decider: decider as Step['decider'],
        role: decider === 'role' ? id : null,
        employee_id: decider === 'person' ? id : null,
        company_role_id: decider === 'company_role' ? id : null,
      };
    }),
  };
}
