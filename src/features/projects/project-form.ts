import type { DateInputValue } from '@/components/shared/date-input';
import { type CustomValues, customOf } from '@/entities/custom-field/custom-field';
import type { ProjectStatus } from '@/entities/project/projects-query';
import type { Project } from '@/features/projects/api/queries';

export const STATUSES = ['active', 'on_hold', 'completed'] as const;
const DEFAULT_COLOR = '#3b7dd8';

export interface ProjectFields {
  name: string;
  name_es: string | null;
  client: string | null;
  number: string | null;
  status: ProjectStatus;
  address: string | null;
  deadline: string | null;
  percent_complete: number;
  color: string | null;
  /** Its rates are minimums, and its lines are certified. */
  prevailing_wage: boolean;
  /** Where the company has fields of its own. */
  custom?: CustomValues;
}

export function valuesOf(project: Project | null) {
  return {
    name: project?.name ?? '',
    spanish: project?.name_es ?? '',
    client: project?.client ?? '',
    number: project?.number ?? '',
    status: project?.status ?? ('active' as const),
    address: project?.address ?? '',
    deadline: (project?.deadline ?? null) as DateInputValue,
    percent: String(project?.percent_complete ?? 0),
    color: project?.color ?? DEFAULT_COLOR,
    prevailingWage: project?.prevailing_wage ?? false,
    custom: customOf(project),
  };
}

export function rowOf(values: ReturnType<typeof valuesOf>): ProjectFields {
  return {
    name: values.name.trim(),
    name_es: values.spanish.trim() || null,
    client: values.client.trim() || null,
    number: values.number.trim() || null,
    status: values.status,
    address: values.address.trim() || null,
    deadline: values.deadline === 'invalid' ? null : values.deadline,
    percent_complete: Math.round(Number(values.percent)),
    color: values.color,
    prevailing_wage: values.prevailingWage,
  };
}
