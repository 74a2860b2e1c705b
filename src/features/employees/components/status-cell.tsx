import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import type { ClockStatus } from '@/features/employees/api/queries';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<ClockStatus, StatusTone> = { in: 'running', break: 'attention', out: 'idle' };

export function StatusCell({ status, project }: { status: ClockStatus; project: string | null }) {
  const { t } = useTranslation('employees');
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2 md:max-lg:max-w-44">
      <StatusDot tone={TONES[status]} />
      <span className="wrap-break-word md:truncate">
        {t(`status.${status}`)}
        {project && status !== 'out' && <span className="text-muted"> · {project}</span>}
      </span>
    </span>
  );
}
