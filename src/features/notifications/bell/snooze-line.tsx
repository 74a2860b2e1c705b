import { Moon } from 'lucide-react';
import { Link } from 'react-router';
import { useSnoozedUntil } from '@/features/notifications/use-snoozed-until';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface SnoozeLineProps {
  employeeId: string;
  onClose: () => void;
}

/** Why nothing rings. */
export function SnoozeLine({ employeeId, onClose }: SnoozeLineProps) {
  const { t } = useTranslation('bell');
  const format = useFormat();
  const until = useSnoozedUntil(employeeId);
  if (!until) return null;
  return (
    <p className="flex items-center gap-2.5 border-b bg-sunken px-4 py-2 text-sm">
      <Moon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t('snoozed', { until: format.dateTime(until) })}</span>
      <Link
        to="/settings?tab=notifications&card=notifications:snooze.title"
        className="text-primary hover:underline"
        onClick={onClose}
      >
        {t('change')}
      </Link>
    </p>
  );
}
