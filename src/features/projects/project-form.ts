import type { DateInputValue } from '@/components/shared/date-input';
import { type CustomValues, customOf } from '@/entities/custom-field/custom-field';
import type { ProjectStatus } from '@/entities/project/projects-query';
import type { Project } from '@/features/projects/api/queries';
import { numberIn } from '@/lib/read-number';

export const PERCENT = { digits: 0, min: 0, max: 100 };

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
  parent_id: string | null;
  /** Where the company has fields of its own. */
  custom?: CustomValues;
}

/** A new phase begins with what it has in common with its project. */
export function valuesOf(project: Project | null, parent: Project | null = null) {
  return {
    name: project?.name ?? '',
    spanish: project?.name_es ?? '',
    client: (project ?? parent)?.client ?? '',
    number: project?.number ?? '',
    status: project?.status ?? ('active' as const),
    address: (project ?? parent)?.address ?? '',
    deadline: (project?.deadline ?? null) as DateInputValue,
    percent: String(project?.percent_complete ?? 0),
    color: (project ?? parent)?.color ?? DEFAULT_COLOR,
    prevailingWage: (project ?? parent)?.prevailing_wage ?? false,
    parentId: project ? project.parent_id : (parent?.id ?? null),
    custom: customOf(project ?? parent),
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
    percent_complete: numberIn(values.percent, PERCENT) ?? 0,
    color: values.color,
    prevailing_wage: values.prevailingWage,
    parent_id: values.parentId ?? null,
  };
}
