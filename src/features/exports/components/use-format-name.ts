import { EXPORT_FORMATS } from '@/features/exports/payroll-record';
import { useTranslation } from '@/lib/use-translation';

/** The name of a recorded format; the API may have recorded others. */
export function useFormatName(): (format: string) => string {
  const { t } = useTranslation('exports');
  return (format) => {
    const known = EXPORT_FORMATS.find((name) => name === format);
    return known ? t(`format.${known}`) : format;
  };
}
