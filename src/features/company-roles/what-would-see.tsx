import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Field } from '@/components/ui/field';
import { RIGHTS } from '@/entities/company-role/rights';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useProjectOptions } from '@/entities/project/projects-query';
import { type EffectiveRight, whatWouldSeeQuery } from '@/features/company-roles/api/roles';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 12;

/** What would Ana see? Every right, and over whom she has it today. */
export function WhatWouldSee({ nameOf }: { nameOf: (employeeId: string) => string }) {
  const { t } = useTranslation('company-roles');
  const [person, setPerson] = useState<string | null>(null);
  return (
    <section aria-label={t('matrix.title')}>
      <h3 className="font-[600]">{t('matrix.title')}</h3>
      <p className="mb-2 text-muted text-sm">{t('matrix.text')}</p>
      <Field label={t('matrix.person')} className="max-w-sm">
        <EmployeePicker value={person} onValueChange={setPerson} include="all" />
      </Field>
      {person && <Matrix key={person} person={person} nameOf={nameOf} />}
    </section>
  );
}

interface MatrixProps {
  person: string;
  nameOf: (employeeId: string) => string;
}

function Matrix({ person, nameOf }: MatrixProps) {
  const { t } = useTranslation('company-roles');
  const format = useFormat();
  const query = useQuery(whatWouldSeeQuery(person));
  const { data: projects = [] } = useProjectOptions();
  const listed = (names: string[]) =>
    format.list(
      names.length > SHOWN
        ? [...names.slice(0, SHOWN), t('matrix.more', { count: names.length - SHOWN })]
        : names,
    );
  const whom = (line: EffectiveRight | undefined): string => {
    if (!line?.given) return t('matrix.no');
    if (line.everyone) return t('matrix.everyone');
    const names = line.by_project
      ? line.projects.map((id) => projects.find((project) => project.id === id)?.name ?? '–')
      : line.people.map(nameOf);
    if (names.length === 0) return t('matrix.nobody');
    return t(line.by_project ? 'matrix.projects' : 'matrix.people', { list: listed(names) });
  };
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
      {(lines) => (
        <ul className="mt-3 divide-y border-y" aria-label={nameOf(person)}>
          {RIGHTS.map((right) => {
            const line = lines.find(({ right_name }) => right_name === right);
            const Icon = line?.given ? Check : Minus;
            return (
              <li key={right} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[14rem_1fr]">
                <span className="flex items-center gap-2 font-[550]">
                  <Icon
                    aria-hidden="true"
                    className={line?.given ? 'size-4 text-success-strong' : 'size-4 text-muted'}
                  />
                  {t(`right.${right}`)}
                </span>
                <span className="wrap-anywhere text-muted max-sm:pl-6">{whom(line)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
