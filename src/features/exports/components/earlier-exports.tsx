import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useDownloadAgain } from '@/features/exports/api/export-payroll';
import { exportsQuery } from '@/features/exports/api/queries';
import { useFormatName } from '@/features/exports/components/use-format-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Every file that was handed out can be had again, identical. */
export function EarlierExports({ companyId }: { companyId: string }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const people = useEmployeeOptions().data ?? [];
  const { data = [] } = useQuery({
    ...exportsQuery(companyId),
    select: (exports) => exports.filter(({ totals }) => totals !== null),
    enabled: companyId !== '',
  });
  const again = useDownloadAgain(companyId);
  const formatName = useFormatName();
  if (data.length === 0) return null;
  const nameOf = (userId: string): string => {
    const person = people.find((candidate) => candidate.user_id === userId);
    return person ? employeeName(person) : '';
  };
  return (
    <details className="rounded-card border px-4 py-2">
      <summary className="cursor-pointer py-1 font-[550] text-sm">{t('history.earlier')}</summary>
      <ul className="mt-1">
        {data.map((made) => {
          const range = format.dateRange(made.start_date, made.end_date);
          const name = formatName(made.format);
          return (
            <li
              key={made.id}
              className="flex items-center gap-3 border-t py-2 text-sm first:border-t-0"
            >
              <span className="min-w-0 flex-1">
                <span className="font-[550]">{range}</span> · {name}
                <span className="block text-muted text-xs">
                  {t('history.made', {
                    when: format.dateTime(made.created_at),
                    name: nameOf(made.exported_by),
                  })}
                </span>
              </span>
              <Button
                size="small"
                aria-label={t('history.downloadLabel', { range, format: name })}
                busy={again.isPending && again.variables === made.id}
                onClick={() => again.mutate(made.id)}
              >
                <Download aria-hidden="true" />
                {t('history.button')}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
