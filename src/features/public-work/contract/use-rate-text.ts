import { useMemo } from 'react';
import { useFormat } from '@/lib/format-context';

/** Dollars per hour, with the parts of a cent that determinations have. */
export function useRateText(): (rate: number) => string {
  const { locale } = useFormat();
  return useMemo(() => {
    const dollars = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 4,
    });
    return (rate) => dollars.format(rate);
  }, [locale]);
}
