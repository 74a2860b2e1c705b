import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { PayrollPerson, Signature } from '@/features/payroll/api/queries';
import { hasTime, isOnTheClock, issuesOf } from '@/features/payroll/period-summary';
import { useTranslation } from '@/lib/use-translation';

const SIGNATURE_TONES: Record<Exclude<Signature, 'disputed'>, BadgeTone> = {
  signed: 'success',
  outdated: 'attention',
  none: 'neutral',
};

export interface StateBadgesProps {
  person: PayrollPerson;
  /** The viewer's own time, which another manager or an owner approves. */
  leftToOthers: boolean;
}

/** What is wrong, how far approval is, and the worker's own word. */
export function StateBadges({ person, leftToOthers }: StateBadgesProps) {
  const { t } = useTranslation('payroll');
  const { approval, days_approved, days_worked, has_account, signature } = person;
  // A dispute is an issue and stands among them.
  const answer =
    days_worked === 0 ||
    signature === 'disputed' ||
    (signature === 'none' && (approval === 'approved' || !has_account))
      ? null
      : signature;
  if (!hasTime(person)) return <span className="text-muted">{t('approval.nothing')}</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {issuesOf(person).map((issue) => (
        <Badge key={issue} tone={issue === 'disputed' ? 'danger' : 'attention'}>
          {t(`flag.${issue}`)}
        </Badge>
      ))}
      {isOnTheClock(person) && <Badge tone="running">{t('onTheClock')}</Badge>}
      {approval === 'approved' && <Badge tone="success">{t('approval.approved')}</Badge>}
      {approval === 'partly' && (
        <Badge tone="primary">
          {t('approval.partly', { approved: days_approved, worked: days_worked })}
        </Badge>
      )}
      {approval === 'open' && !isOnTheClock(person) && (
        <Badge tone={leftToOthers ? 'attention' : 'neutral'}>
          {t(leftToOthers ? 'approval.byOthers' : 'approval.open')}
        </Badge>
      )}
      {answer && <Badge tone={SIGNATURE_TONES[answer]}>{t(`signature.${answer}`)}</Badge>}
    </span>
  );
}
