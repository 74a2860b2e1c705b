import { numberText } from '@/lib/read-number';
export const typedText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : numberText(value);
