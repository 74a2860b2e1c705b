import { useCallback } from 'react';
import { useTranslation } from '@/lib/use-translation';
import type en from '@/locales/en/lists.json';

/** Columns have words by their names in the database. */
export function useColumnLabel(): (key: string) => string {
  const { t } = useTranslation('lists');
  return useCallback((key) => t(`column.${key as keyof typeof en.column}`), [t]);
}
