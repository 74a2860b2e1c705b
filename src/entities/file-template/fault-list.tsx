import { Notice } from '@/components/shared/notice';
import type { ColumnFault } from '@/entities/file-template/fill-columns';
import type { TemplateColumn } from '@/entities/file-template/template';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

interface FaultListProps {
  faults: readonly ColumnFault[];
  columns: readonly TemplateColumn[];
}

/** Which columns of a template cannot be worked out, and why. */
export function FaultList({ faults, columns }: FaultListProps) {
  const { t } = useTranslation('file-template');
  return (
    <Notice tone="attention" title={t('fault.title')}>
      <ul className="mt-1 grid gap-1">
        {faults.map(({ column, code, about, who }) => (
          <li key={`${column} ${code}`} className="wrap-anywhere">
            <span className="font-[550]">
              {columns[column]?.header || t('fault.column', { number: column + 1 })}
            </span>
            : {translate(`file-template:expression.${code}`, { about })}
            {who && ` (${who})`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
