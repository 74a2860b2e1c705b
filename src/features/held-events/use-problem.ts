import type { SiteClock } from '@/entities/project/use-site-clock';
import type { HeldEvent } from '@/features/held-events/api/queries';
import { AppError, knownErrorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Why it was not accepted. */
export function useProblem(
  {
    problem,
    detail,
    reason,
    counts_at,
  }: Pick<HeldEvent, 'problem' | 'detail' | 'reason' | 'counts_at'>,
  clock: SiteClock,
): string {
  const { t } = useTranslation(['offline', 'errors']);
  if (problem === 'other') return knownErrorText(new AppError(detail.hint ?? '')) ?? reason;
  if (problem === 'overlap' && detail.clock_in) {
    const from = clock.time(detail.clock_in);
    const to = detail.clock_out ? clock.time(detail.clock_out) : '…';
    return detail.by
      ? t('held.problem.overlapBy', { from, to, name: detail.by })
      : t('held.problem.overlap', { from, to });
  }
  if (problem === 'booking' && detail.hint) return t(`held.booking.${detail.hint}`);
  const at = clock.time(detail.at ?? counts_at);
  if (problem === 'clock_rule' && detail.rule) return t(`held.rule.${detail.rule}`, { at });
  return t(`held.problem.${problem}`, { at, hours: detail.hours });
}
