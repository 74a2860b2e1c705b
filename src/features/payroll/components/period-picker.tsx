import { useNavigate } from 'react-router';
import { Select } from '@/components/ui/select';
import type { PayPeriod } from '@/features/payroll/api/queries';
import { useAddress } from '@/features/payroll/use-address';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PeriodPickerProps {
  periods: readonly PayPeriod[];
  period: PayPeriod;
}

export function PeriodPicker({ periods, period }: PeriodPickerProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const navigate = useNavigate();
  const address = useAddress();
  const label = ({ start, end, current, locked }: PayPeriod) => {
    const range = format.dateRange(start, end);
    if (locked) return t('period.locked', { range });
    return current ? t('period.current', { range }) : range;
  };
  return (
    <Select
      aria-label={t('period.label')}
      size="compact"
      className="max-sm:h-11 max-sm:basis-full!"
      value={period.start}
      onValueChange={(start) => void navigate(address('from', start), { preventScrollReset: true })}
      options={periods.map((option) => ({ value: option.start, label: label(option) }))}
    />
  );
}
