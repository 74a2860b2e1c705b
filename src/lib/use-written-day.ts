import { useTranslation } from '@/lib/use-translation';

/**
 * Days and times for visitors, who have no preferences here: in the language of the page, by the clock of
 * the project, or of the device where none is given.
 */
export function useWrittenDay(timeZone?: string) {
  const { language } = useTranslation();
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', options);
  const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
  return {
    date: (day: string) => write({ dateStyle: 'medium', timeZone: 'UTC' }).format(noonOf(day)),
    weekday: (day: string) => write({ weekday: 'short', timeZone: 'UTC' }).format(noonOf(day)),
    dateOf: (instant: string) => write({ dateStyle: 'medium', timeZone }).format(new Date(instant)),
    time: (instant: string) => write({ timeStyle: 'short', timeZone }).format(new Date(instant)),
  };
}
