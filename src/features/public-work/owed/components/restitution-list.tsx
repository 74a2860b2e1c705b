import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { Restitution } from '@/features/public-work/owed/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PaymentDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/owed/components/payment-dialog')).PaymentDialog,
}));
const WithdrawDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/owed/components/withdraw-dialog')).WithdrawDialog,
}));

/** The paper trail: what, why, who decided it, and when it was paid. */
export function RestitutionList({ restitutions }: { restitutions: readonly Restitution[] }) {
  const { t } = useTranslation('owed-wages');
  if (restitutions.length === 0) return <EmptyState title={t('list.empty')} />;
  return (
    <ul className="divide-y">
      {restitutions.map((restitution) => (
        <RestitutionItem key={restitution.id} restitution={restitution} />
      ))}
    </ul>
  );
}

function RestitutionItem({ restitution }: { restitution: Restitution }) {
  const { t } = useTranslation('owed-wages');
  const format = useFormat();
  const [open, setOpen] = useState<'payment' | 'withdraw' | null>(null);
  const people = useEmployeeOptions().data ?? [];
  const projects = useProjectOptions().data ?? [];
  const person = people.find(({ id }) => id === restitution.employee_id);
  const decider = people.find(
    ({ user_id }) => user_id !== null && user_id === restitution.created_by,
  );
  const name = person ? employeeName(person) : '';
  const isWithdrawn = restitution.withdrawn_at !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3.5 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-[620]">
          {name}
          <StateBadge restitution={restitution} />
        </p>
        <p className="text-muted">
          {t('list.week', {
            project: projects.find(({ id }) => id === restitution.project_id)?.name ?? '',
            date: format.date(restitution.week_end),
          })}
        </p>
        <p className="mt-1 break-words">{restitution.reason}</p>
        <p className="mt-1 text-muted text-xs">
          {t(decider ? 'list.decided' : 'list.decidedOn', {
            name: decider ? employeeName(decider) : '',
            date: format.dateTime(restitution.created_at),
          })}
        </p>
        {isWithdrawn && (
          <p className="text-muted text-xs">
            {t('list.withdrawnBecause', { reason: restitution.withdrawn_reason ?? '' })}
          </p>
        )}
      </div>
      <div className="tabular text-right max-sm:text-left">
        <p className={isWithdrawn ? 'font-[620] line-through' : 'font-[620]'}>
          {format.moneyFromCents(restitution.amount_cents ?? 0)}
        </p>
        <p className="text-muted text-xs">
          {t('list.parts', {
            base: format.moneyFromCents(restitution.base_cents),
            fringe: format.moneyFromCents(restitution.fringe_cents),
            premium: format.moneyFromCents(restitution.premium_cents),
          })}
        </p>
      </div>
      {!isWithdrawn && (
        <div className="flex gap-2" data-print="hide">
          <Button size="small" onClick={() => setOpen('payment')}>
            {t(restitution.paid_on ? 'payment.change' : 'payment.record')}
          </Button>
          {!restitution.paid_on && (
            <Button size="small" variant="ghost" onClick={() => setOpen('withdraw')}>
              {t('withdraw.open')}
            </Button>
          )}
        </div>
      )}
      {open === 'payment' && (
        <PaymentDialog restitution={restitution} name={name} onClose={() => setOpen(null)} />
      )}
      {open === 'withdraw' && (
        <WithdrawDialog restitution={restitution} onClose={() => setOpen(null)} />
      )}
    </li>
  );
}

function StateBadge({ restitution }: { restitution: Restitution }) {
  const { t } = useTranslation('owed-wages');
  const format = useFormat();
  if (restitution.withdrawn_at) return <Badge>{t('list.withdrawn')}</Badge>;
  if (!restitution.paid_on) {
    return (
      <Badge tone="attention">
        {t('list.posted', { date: format.date(restitution.post_date) })}
      </Badge>
    );
  }
  return (
    <Badge tone="success">
      {t(restitution.payment_reference ? 'list.paidWith' : 'list.paid', {
        date: format.date(restitution.paid_on),
        reference: restitution.payment_reference ?? '',
      })}
    </Badge>
  );
}
