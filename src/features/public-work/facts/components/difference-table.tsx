import {
  type Deduction,
  JOURNAL_COLUMNS,
  type JournalColumn,
  type JournalValues,
} from '@/features/public-work/facts/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface DifferenceTableProps {
  label: string;
  stored: JournalValues;
  theirs: JournalValues;
}

/** What of two says the same does not stand here. */
const differing = ({ stored, theirs }: Omit<DifferenceTableProps, 'label'>) =>
  JOURNAL_COLUMNS.filter(
    (name) =>
      theirs[name] !== undefined && JSON.stringify(theirs[name]) !== JSON.stringify(stored[name]),
  );

/** What is stored beside what the journal says, column by column. */
export function DifferenceTable({ label, stored, theirs }: DifferenceTableProps) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const textOf = (name: JournalColumn, values: JournalValues): string => {
    const value = values[name];
    if (value === null || value === undefined || value === '') return '–';
    if (name === 'paid_on') return format.date(String(value));
    if (name === 'check_number') return String(value);
    if (name === 'other')
      return (
        (value as readonly Deduction[])
          .map((one) => `${one.name} ${format.money(one.amount)}`)
          .join('; ') || '–'
      );
    return format.money(Number(value));
  };
  return (
    <table className="w-full text-left text-sm" aria-label={label}>
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('difference.what')}
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-normal">
            {t('difference.stored')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('difference.theirs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differing({ stored, theirs }).map((name) => (
          <tr key={name}>
            <th scope="row" className="py-1 pr-3 font-normal">
              {t(`column.${name}`)}
            </th>
            <td className="tabular wrap-anywhere py-1 pr-3 text-right">{textOf(name, stored)}</td>
            <td className="tabular wrap-anywhere py-1 text-right font-[550]">
              {textOf(name, theirs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
