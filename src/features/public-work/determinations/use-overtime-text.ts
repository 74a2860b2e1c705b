import type { OvertimeRules } from '@/entities/determination/reading';
import { useTranslation } from '@/lib/use-translation';

/** Rules of a class in a sentence: `over 8 h 1.5 ×, Saturday 1.5 ×, holidays 2 ×`. */
export function useOvertimeText(): (rules: OvertimeRules) => string {
  const { t } = useTranslation('determinations');
  return ({ daily, day_rules }) =>
    [
      ...daily.map(({ after, mult }) => t('overtime.daily', { hours: after / 60, mult })),
      ...day_rules.map((rule) =>
        'holiday' in rule
          ? t('overtime.holiday', { mult: rule.mult })
          : t(rule.dow === 0 ? 'overtime.sunday' : 'overtime.saturday', { mult: rule.mult }),
      ),
    ].join(', ');
}
