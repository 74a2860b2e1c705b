import { useTranslation } from 'react-i18next';

/** Sunday first, as the database counts them. 2023-01-01 was a Sunday. */
export function useWeekdayNames(): string[] {
  const { i18n } = useTranslation();
  const name = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2023, 0, day + 1)));
}
