import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { PayrollPerson, Signature } from '@/features/payroll/api/queries';
import { hasTime, isOnTheClock, issuesOf } from '@/features/payroll/period-summary';

const SIGNATURE_TONES: Record<Exclude<Signature, 'disputed'>, BadgeTone> = {
  signed: 'success',
  outdated: 'attention',
  none: 'neutral',
};

/** What is wrong, how far approval is, and the worker's own word. */
export function StateBadges({ person }: { person: PayrollPerson }) {
  const { t } = useTranslation('payroll');
  const { approval, days_approved, days_worked, has_account, signature } = person;
  const waits = signature === 'none' && approval !== 'approved';
  // A dispute is an issue and stands among them.
  const answer =
    days_worked === 0 || signature === 'disputed' || (waits ? !has_account : signature === 'none')
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
      {waits && !has_account && approval === 'open' && <Badge>{t('approval.open')}</Badge>}
      {answer && <Badge tone={SIGNATURE_TONES[answer]}>{t(`signature.${answer}`)}</Badge>}
    </span>
  );
}
