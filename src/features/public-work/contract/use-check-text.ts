import type { Check } from '@/features/public-work/contract/api/queries';
import { useFormat } from '@/lib/format-context';
import { hasText, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** A check in words, and why it matters where the first line does not say it. */
export function useCheckText() {
  const { t } = useTranslation('public-contract');
  const format = useFormat();
  return ({ code, subject, names, quantity, first_date }: Check) => {
    const further = (quantity ?? 0) - (names?.length ?? 0);
    const others = further > 0 ? [t('check.others', { count: further })] : [];
    const why = `public-contract:checks.${code}.why`;
    return {
      title: t(`checks.${code}.title`, {
        count: quantity ?? 0,
        subject:
          code === 'portal_id_missing' ? translate(`public-contract:ids.${subject}`) : subject,
        names: names ? format.list([...names, ...others]) : '',
        date: first_date ? format.date(first_date) : '',
      }),
      why: hasText(why) ? translate(why) : null,
    };
  };
}
