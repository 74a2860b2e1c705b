import { useCallback } from 'react';
import type { NameUnder } from '@/lib/translation-keys';
import { useTranslation } from '@/lib/use-translation';

/** Columns have words by their names in the database. */
export function useColumnLabel(): (key: string) => string {
  const { t } = useTranslation('lists');
  return useCallback((key) => t(`column.${key as NameUnder<'lists', 'column'>}`), [t]);
}
