import type { OvertimeException } from '@/features/settings/api/overtime';

/** The order in which rules win: a person on a project, a person, a project; then the company's. */
const ORDER = ['both', 'employee', 'project'] as const;

export function scopeOf({ employee_id, project_id }: OvertimeException): (typeof ORDER)[number] {
  if (employee_id && project_id) return 'both';
  return employee_id ? 'employee' : 'project';
}

/** Rules that win come first; of one scope they stay as they are, newest first. */
export function winnersFirst(rules: readonly OvertimeException[]): OvertimeException[] {
  return rules.toSorted((a, b) => ORDER.indexOf(scopeOf(a)) - ORDER.indexOf(scopeOf(b)));
}

/** For whom (rule of a project) or where (rule of a person) another rule wins today. */
export function overruledFor(
  rule: OvertimeException,
  rules: readonly OvertimeException[],
  today: string,
): string[] {
  const scope = scopeOf(rule);
  const found = rules.flatMap((other) => {
    if (other.effective_from > today) return [];
    if (scope === 'employee')
      return other.employee_id === rule.employee_id && other.project_id ? [other.project_id] : [];
    if (scope === 'both' || !other.employee_id) return [];
    return !other.project_id || other.project_id === rule.project_id ? [other.employee_id] : [];
  });
  return [...new Set(found)];
}
