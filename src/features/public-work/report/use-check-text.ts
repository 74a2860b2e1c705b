import type { CertifiedPayrollCheck } from '@/entities/certified-payroll/certified-payroll';
import { centsOf } from '@/features/public-work/report/cents';
import { isKnownCheck } from '@/features/public-work/report/check-places';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const AMOUNT = /^-?\d+\.\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** In plain words of the reader's language; a check that is not known here keeps the database's own. */
export function useCheckText() {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const shown = (figure: string): string =>
    AMOUNT.test(figure)
      ? format.moneyFromCents(centsOf(figure))
      : DATE.test(figure)
        ? format.dayMonth(figure)
        : figure;
  return ({ code, message, figures }: CertifiedPayrollCheck): string => {
    if (!isKnownCheck(code)) return message;
    const [first = '', second = '', third = ''] = figures;
    return t(`checks.${code}`, {
      first: shown(first),
      second: shown(second),
      third: shown(third),
      hours: AMOUNT.test(first) ? format.number(centsOf(first) / 100, 1) : '',
      all: format.list(figures.map(shown)),
    });
  };
}
