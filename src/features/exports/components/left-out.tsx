import { Notice } from '@/components/shared/notice';
import type { ExtraPay } from '@/features/exports/formats/extra-pay';
import { nameOf } from '@/features/exports/formats/file-data';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { hasText } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** Pay that the payroll system does not learn from the file, one line each. */
export function LeftOut({ items }: { items: readonly ExtraPay[] }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const what = (payCode: string) => {
    const key = `system.pay.${payCode}`;
    return hasText(key, 'exports') ? t(key as 'system.pay.RATES') : payCode;
  };
  return (
    <Notice tone="attention" title={t('system.leftOut')}>
      <ul className="tabular mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {items.map(({ person, payCode, workDate, minutes, cents }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal amounts of one day are two.
          <li key={`${person.id}${payCode}${workDate}${place}`}>
            {t('system.leftOutItem', {
              name: nameOf(person),
              date: format.date(workDate),
              what:
                minutes > 0
                  ? t('system.leftOutHours', {
                      what: what(payCode),
                      hours: formatDuration(minutes * 60),
                    })
                  : what(payCode),
              amount: cents === null ? '–' : format.moneyFromCents(cents),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
