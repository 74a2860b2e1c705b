import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { PayrollPerson, Signature } from '@/features/payroll/api/queries';
import { hasTime, isOnTheClock, problemsOf } from '@/features/payroll/period-summary';

const SIGNATURE_TONES: Record<Signature, BadgeTone> = {
  signed: 'success',
  disputed: 'danger',
  outdated: 'attention',
  none: 'neutral',
};

/** What is wrong, how far approval is, and the worker's own word. */
export function StateBadges({ person }: { person: PayrollPerson }) {
  const { t } = useTranslation('payroll');
  const { approval, days_approved, days_worked, has_account, signature } = person;
  const waits = signature === 'none' && approval !== 'approved';
  if (!hasTime(person)) return <span className="text-muted">{t('approval.nothing')}</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {problemsOf(person).map((flag) => (
        <Badge key={flag} tone="attention">
          {t(`flag.${flag}`)}
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
      {(waits ? has_account : signature !== 'none') && days_worked > 0 && (
        <Badge tone={SIGNATURE_TONES[signature]}>{t(`signature.${signature}`)}</Badge>
      )}
    </span>
  );
}
