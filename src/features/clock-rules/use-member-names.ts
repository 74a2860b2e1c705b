import { useQuery } from '@tanstack/react-query';
import { crewOptionsQuery } from '@/entities/audience/audience';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';

export const MEMBER_KINDS = ['crew', 'employee', 'project'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

interface Option {
  value: string;
  text: string;
}

export interface MemberNames {
  options: Record<MemberKind, Option[]>;
  nameOf: (kind: MemberKind, id: string) => string;
}

/** Crews, people and projects that rules can be about, with their names. */
export function useMemberNames(companyId: string): MemberNames {
  const { data: crews = [] } = useQuery(crewOptionsQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const { data: projects = [] } = useProjectOptions();
  const all: Record<MemberKind, Option[]> = {
    crew: crews.map(({ id, name }) => ({ value: id, text: name })),
    employee: people.map((person) => ({ value: person.id, text: employeeName(person) })),
    project: projects.map(({ id, name }) => ({ value: id, text: name })),
  };
  const active = new Set(people.filter((person) => person.active).map(({ id }) => id));
  return {
    options: { ...all, employee: all.employee.filter(({ value }) => active.has(value)) },
    nameOf: (kind, id) => all[kind].find(({ value }) => value === id)?.text ?? '…',
  };
}
