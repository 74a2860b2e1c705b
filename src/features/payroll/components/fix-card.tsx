import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import { useAcceptClockOut } from '@/features/payroll/api/accept-clock-out';
import type { PayrollPerson, Proposal } from '@/features/payroll/api/queries';
import { issueCount, otherIssuesOf, RATE_ISSUES } from '@/features/payroll/period-summary';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const FIX_CARD_ID = 'fix-first';

/** Brings what has to be fixed into sight, ready to be pressed. */
export function focusFixCard(): void {
  const card = document.getElementById(FIX_CARD_ID);
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
}

export interface FixCardProps {
  companyId: string;
  period: DateRange;
  people: readonly PayrollPerson[];
  proposals: readonly Proposal[];
}

/** What stands in the way, each with the way out beside it. */
export function FixCard({ companyId, period, people, proposals }: FixCardProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const rates = RATE_ISSUES.flatMap((issue) =>
    people.filter(({ flags }) => flags.includes(issue)).map((person) => ({ issue, person })),
  );
  const others = people
    .map((person) => ({ person, flags: otherIssuesOf(person) }))
    .filter(({ flags }) => flags.length > 0);
  const count = issueCount(people, proposals.length);
  if (count === 0) return null;

  const entriesOf = (id: string) =>
    `/time-tracker?period=custom&from=${period.start}&to=${period.end}&employee=${id}`;
  return (
    <Card id={FIX_CARD_ID}>
      <CardHeader divided title={t('fix.title')} description={t('fix.text', { count })} />
      <ul className="divide-y">
        {proposals.map((proposal) => (
          <ProposalItem key={proposal.time_entry_id} companyId={companyId} proposal={proposal} />
        ))}
        {rates.map(({ issue, person }) => {
          const name = employeeName(person);
          const amount = format.money(person.minimum_wage_missing ?? 0);
          return (
            <FixItem
              key={`${issue} ${person.employee_id}`}
              text={t(`fix.${issue}`, { name, amount })}
            >
              <Button size="small" asChild>
                <Link
                  to={`/employees?employee=${person.employee_id}`}
                  aria-label={t('fix.setRateLabel', { name })}
                >
                  {t('fix.setRate')}
                </Link>
              </Button>
            </FixItem>
          );
        })}
        {others.map(({ person, flags }) => {
          const name = employeeName(person);
          const words = format.list(flags.map((flag) => t(`flag.${flag}`)));
          return (
            <FixItem key={person.employee_id} text={t('fix.other', { name, flags: words })}>
              <Button size="small" asChild>
                <Link to={entriesOf(person.employee_id)} aria-label={t('fix.seeLabel', { name })}>
                  {t('fix.see')}
                </Link>
              </Button>
            </FixItem>
          );
        })}
      </ul>
    </Card>
  );
}

function FixItem({ text, why, children }: { text: string; why?: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-52 flex-1">
        <p className="text-sm">{text}</p>
        {why && <p className="text-muted text-xs">{why}</p>}
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

function ProposalItem({ companyId, proposal }: { companyId: string; proposal: Proposal }) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const accept = useAcceptClockOut();
  const name = employeeName(proposal);
  const { basis, clock_in, proposed_clock_out, sample_size } = proposal;
  const sameDay = format.dateOfInstant(clock_in) === format.dateOfInstant(proposed_clock_out);
  const time = sameDay ? format.time(proposed_clock_out) : format.dateTime(proposed_clock_out);
  return (
    <FixItem
      text={t('fix.openEntry', { name, when: format.dateTime(clock_in) })}
      why={t(`fix.basis.${basis}`, { count: sample_size })}
    >
      <Button size="small" variant="ghost" asChild>
        <Link
          to={`/time-tracker?entry=${proposal.time_entry_id}`}
          aria-label={t('fix.editLabel', { name })}
        >
          {t('fix.edit')}
        </Link>
      </Button>
      <Button
        size="small"
        aria-label={t('fix.acceptLabel', { name, time })}
        busy={accept.isPending}
        onClick={() => accept.mutate({ ...proposal, companyId, reason: t(`fix.reason.${basis}`) })}
      >
        {t('fix.accept', { time })}
      </Button>
    </FixItem>
  );
}
