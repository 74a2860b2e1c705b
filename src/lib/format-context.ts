import { createContext, useContext } from 'react';
import { createFormat, type Format } from '@/lib/format';
import { browserLanguage } from '@/lib/languages';

/** Before anyone has signed in: the browser's language and zone. */
const FormatContext = createContext<Format>(
  createFormat({
    language: browserLanguage(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  }),
);

export const FormatProvider = FormatContext.Provider;

export function useFormat(): Format {
  return useContext(FormatContext);
}
