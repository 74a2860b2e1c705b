import { useTranslation } from '@/lib/use-translation';

/** Sunday first, as the database counts them. 2023-01-01 was a Sunday. */
export function useWeekdayNames(): string[] {
  const { language } = useTranslation();
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2023, 0, day + 1)));
}
