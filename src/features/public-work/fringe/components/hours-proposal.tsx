import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { averageYear } from '@/features/public-work/fringe/annual-credit';
import { type WorkedYear, workedYearsQuery } from '@/features/public-work/fringe/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface HoursProposalProps {
  companyId: string;
  /** Null while the plan is not saved: nobody is in it yet. */
  planId: string | null;
  onUse: (hours: number) => void;
}

const sum = (years: readonly WorkedYear[], field: 'public_hours' | 'private_hours'): number =>
  years.reduce((total, year) => total + year[field], 0);

/** The hours people really worked in the last 12 months, as a proposal: a person decides. */
export function HoursProposal({ companyId, planId, onUse }: HoursProposalProps) {
  const { t } = useTranslation('fringe');
  const years = useQuery(workedYearsQuery(companyId, planId));
  const enrolled = (years.data ?? []).filter(({ in_plan }) => in_plan);
  const [chosen, setChosen] = useState<'enrolled' | 'everyone' | null>(null);
  const group = chosen ?? (enrolled.length > 0 ? 'enrolled' : 'everyone');
  const counted = group === 'enrolled' ? enrolled : (years.data ?? []);
  return (
    <div className="grid gap-3 rounded-small border p-3">
      <Loaded query={years} skeleton={<ListSkeleton />}>
        {enrolled.length > 0 && (
          <Select
            aria-label={t('proposal.whose')}
            value={group}
            onValueChange={setChosen}
            options={(['enrolled', 'everyone'] as const).map((value) => ({
              value,
              label: t(`proposal.${value}`),
            }))}
          />
        )}
        <Proposal years={counted} onUse={onUse} />
      </Loaded>
    </div>
  );
}

function Proposal({ years, onUse }: { years: WorkedYear[]; onUse: (hours: number) => void }) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  const average = averageYear(years);
  if (average === null) return <p className="text-muted text-sm">{t('proposal.none')}</p>;
  const hours = (value: number) => format.number(Math.round(value));
  const recent = years.filter(({ days }) => days < 365);
  return (
    <>
      <p className="text-sm">
        {t('proposal.computed', {
          count: years.length,
          total: hours(sum(years, 'public_hours') + sum(years, 'private_hours')),
          ofPublic: hours(sum(years, 'public_hours')),
          ofPrivate: hours(sum(years, 'private_hours')),
          average: hours(average),
        })}
      </p>
      {recent.length > 0 && (
        <p className="text-muted text-sm">{t('proposal.recent', { count: recent.length })}</p>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t('proposal.byPerson')}</summary>
        <ul className="mt-2 max-h-56 divide-y overflow-y-auto">
          {years.map((year) => (
            <li key={year.employee_id} className="flex gap-3 py-1.5">
              <span className="mr-auto">{`${year.first_name} ${year.last_name}`}</span>
              <span className="text-muted">
                {t('proposal.worked', {
                  hours: hours(year.public_hours + year.private_hours),
                  days: year.days,
                })}
              </span>
              <span className="tabular">{hours(year.yearly_hours)}</span>
            </li>
          ))}
        </ul>
      </details>
      <Button className="justify-self-start" onClick={() => onUse(average)}>
        {t('proposal.use', { hours: hours(average) })}
      </Button>
    </>
  );
}
