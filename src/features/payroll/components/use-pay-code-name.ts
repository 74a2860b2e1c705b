import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import { useTranslation } from '@/lib/use-translation';

const PAY_CODES = [
  'SHIFT_DIFF',
  'BONUS_ND',
  'BONUS_D',
  'PTO',
  'SICK',
  'HOLIDAY',
  'BEREAVEMENT',
  'JURY',
  'SHOWUP',
  'PER_DIEM',
  'MILEAGE',
  'TOOLS',
  'EXPENSE',
  'FRINGE_CASH',
  'ADJUSTMENT',
  'MEAL_PREM',
  'REST_PREM',
  'FLSA_ADJ',
] as const;

/** What the company calls pay that is not for hours worked. */
export function usePayCodeName(): (code: string) => string {
  const { t } = useTranslation('payroll');
  const payTypes = usePayTypes();
  return (code) => {
    const known = PAY_CODES.find((one) => one === code);
    return payTypes.nameOf(code, known ? t(`payCode.${known}`) : code);
  };
}
