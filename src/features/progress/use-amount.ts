import { useFormat } from '@/lib/format-context';

/** A quantity with as many digits as it needs, two at most. */
export function useAmount(): (value: number) => string {
  const format = useFormat();
  return (value) => {
    const hundredths = Math.round(value * 100);
    const digits = hundredths % 100 === 0 ? 0 : hundredths % 10 === 0 ? 1 : 2;
    return format.number(value, digits);
  };
}
