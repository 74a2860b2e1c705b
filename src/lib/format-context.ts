import { createContext, useContext } from 'react';
import { createFormat, type Format } from '@/lib/format';
import { browserLanguage } from '@/lib/languages';

const FormatContext = createContext<Format | null>(null);

let browserFormat: Format | undefined;

/**
 * Before anyone has signed in: the browser's language and zone. Made when asked for: the first
 * look for the zone takes a browser as long as drawing a screen.
 */
function formatOfBrowser(): Format {
  browserFormat ??= createFormat({
    language: browserLanguage(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  return browserFormat;
}

export const FormatProvider = FormatContext.Provider;

export function useFormat(): Format {
  return useContext(FormatContext) ?? formatOfBrowser();
}
