import { type ReactNode, useEffect, useMemo } from 'react';
import { useLoadedViewer, ViewerContextProvider } from '@/entities/viewer/use-viewer';
import { createFormat } from '@/lib/format';
import { FormatProvider } from '@/lib/format-context';
import { changeLanguage } from '@/lib/i18n';
import { isLanguage } from '@/lib/languages';
import { setTheme } from '@/lib/theme';
import { useTranslation } from '@/lib/use-translation';

/** The user's own choices, made on any device, take hold on this one. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { language } = useTranslation();
  const viewer = useLoadedViewer();
  const { preferences, company } = viewer;
  const savedLanguage = preferences?.language ?? null;
  const savedTheme = preferences?.theme ?? null;

  useEffect(() => {
    if (isLanguage(savedLanguage)) void changeLanguage(savedLanguage);
  }, [savedLanguage]);
  useEffect(() => {
    if (savedTheme) setTheme(savedTheme);
  }, [savedTheme]);

  const timeZone = preferences?.time_zone ?? company?.time_zone;
  const dateFormat = preferences?.date_format ?? 'MM/DD/YYYY';
  const timeFormat = preferences?.time_format ?? '12h';
  const format = useMemo(() => {
    const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return createFormat({ language, timeZone: zone, dateFormat, timeFormat });
  }, [language, timeZone, dateFormat, timeFormat]);

  return (
    <ViewerContextProvider value={viewer}>
      <FormatProvider value={format}>{children}</FormatProvider>
    </ViewerContextProvider>
  );
}
