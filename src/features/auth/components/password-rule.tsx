import { Check, Circle } from 'lucide-react';
import { MINIMUM_PASSWORD_LENGTH } from '@/features/auth/password-rules';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

/** The rule, in sight before it is broken and ticked once it is kept. */
export function PasswordRule({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const kept = password.length >= MINIMUM_PASSWORD_LENGTH;
  const Icon = kept ? Check : Circle;
  return (
    <span className={cn('flex items-center gap-1.5', kept && 'text-success-strong')}>
      <Icon className={kept ? 'size-3.5' : 'size-2.5'} aria-hidden="true" />
      {t('rule.lengthHint')}
    </span>
  );
}
