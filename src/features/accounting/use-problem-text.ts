import type { HoursKind } from '@/features/accounting/api/matching';
import type { Problem } from '@/features/accounting/api/overview';
import { useTranslation } from '@/lib/use-translation';

/** What is wrong with a day, in a sentence. */
export function useProblemText(): (problem: Problem, person: string) => string {
  const { t } = useTranslation('accounting');
  return ({ code, name = '', hours_kind: kind }, person) => {
    if (code === 'person_unmapped') return t('problem.person_unmapped', { name: person });
    if (code === 'hours_unmapped') {
      return t('problem.hours_unmapped', { name: t(`hours.${kind as HoursKind}`) });
    }
    if (code === 'bill_rate_missing' && kind) {
      return t('problem.kind_rate_missing', {
        person,
        name,
        kind: t(`hours.${kind as HoursKind}`),
      });
    }
    if (code === 'item_unmapped' && name === '') return t('problem.no_default_item');
    return t(`problem.${code}`, { name, person });
  };
}
