import * as z from 'zod/mini';
import type { DateInputValue } from '@/components/shared/date-input';
import type { ProjectStatus } from '@/entities/project/projects-query';
import type { Project } from '@/features/projects/api/queries';

export const STATUSES = ['active', 'on_hold', 'completed'] as const;
const DEFAULT_COLOR = '#3b7dd8';

export const projectForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  client: z.string().check(z.trim(), z.maxLength(200)),
  number: z.string().check(z.trim(), z.maxLength(40)),
  status: z.enum(STATUSES),
  address: z.string().check(z.trim(), z.maxLength(500)),
  deadline: z.custom<DateInputValue>((value) => value !== 'invalid'),
  percent: z.coerce.number().check(z.minimum(0), z.maximum(100)),
  color: z.string(),
  prevailingWage: z.boolean(),
});

export interface ProjectFields {
  name: string;
  client: string | null;
  number: string | null;
  status: ProjectStatus;
  address: string | null;
  deadline: string | null;
  percent_complete: number;
  color: string | null;
  /** Its rates are minimums, and its lines are certified. */
  prevailing_wage: boolean;
}

export function valuesOf(project: Project | null) {
  return {
    name: project?.name ?? '',
    client: project?.client ?? '',
    number: project?.number ?? '',
    status: project?.status ?? ('active' as const),
    address: project?.address ?? '',
    deadline: (project?.deadline ?? null) as DateInputValue,
    percent: project?.percent_complete ?? 0,
    color: project?.color ?? DEFAULT_COLOR,
    prevailingWage: project?.prevailing_wage ?? false,
  };
}

export function rowOf(values: z.infer<typeof projectForm>): ProjectFields {
  return {
    name: values.name,
    client: values.client || null,
    number: values.number || null,
    status: values.status,
    address: values.address || null,
    deadline: values.deadline === 'invalid' ? null : values.deadline,
    percent_complete: Math.round(values.percent),
    color: values.color,
    prevailing_wage: values.prevailingWage,
  };
}
