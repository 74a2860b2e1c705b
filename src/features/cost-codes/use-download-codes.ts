import { useTranslation } from 'react-i18next';
import type { CostCode } from '@/features/cost-codes/api/queries';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';

/** The shown codes as CSV, in the columns the import understands. */
export function useDownloadCodes(): (codes: readonly CostCode[]) => void {
  const { t } = useTranslation('cost-codes');
  return (codes) => {
    const heading = [t('column.code'), t('column.name'), t('column.group'), t('column.unit')];
    const rows = codes.map(({ code, name, code_group, unit }) => [code, name, code_group, unit]);
    downloadFile('cost-codes.csv', 'text/csv', csvText([heading, ...rows]));
  };
}
