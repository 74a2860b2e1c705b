import { CircleCheck } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Checkbox } from '@/components/ui/checkbox';
import { useClassifications } from '@/entities/classification/classifications-query';
import { employeeName } from '@/entities/employee/employees-query';
import { type OwedWeek, owedKey } from '@/features/public-work/owed/api/queries';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface OwedTableProps {
  weeks: readonly OwedWeek[];
  chosen: ReadonlySet<string>;
  onChosenChange: (chosen: ReadonlySet<string>) => void;
}

/** A line for each person, project and week: what was due and paid, and what is short of what. */
export function OwedTable({ weeks, chosen, onChosenChange }: OwedTableProps) {
  const { t, language } = useTranslation('owed-wages');
  const format = useFormat();
  const classes = useClassifications().data?.classes;
  const classOf = (name: string): string =>
    (language === 'es' && classes?.find((known) => known.name === name)?.name_es) || name;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChosenChange(next);
  };
  const money = (of: (week: OwedWeek) => number) => ({
    align: 'end' as const,
    cell: (week: OwedWeek) => format.moneyFromCents(of(week)),
    sortBy: of,
    total: format.moneyFromCents(weeks.reduce((sum, week) => sum + of(week), 0)),
  });
  const columns: Column<OwedWeek>[] = [
    {
      id: 'chosen',
      header: t('column.choose'),
      headerHidden: true,
      className: 'w-10',
      card: 'actions',
      cell: (week) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box has a name of its own.
        <label className="flex items-center gap-2">
          <span className="md:hidden" aria-hidden="true">
            {t('column.choose')}
          </span>
          <Checkbox
            aria-label={t('owed.choose', {
              name: employeeName(week),
              week: format.date(week.week_end),
            })}
            checked={chosen.has(owedKey(week))}
            onCheckedChange={() => toggle(owedKey(week))}
          />
        </label>
      ),
    },
    {
      id: 'name',
      header: t('column.person'),
      card: 'title',
      sortBy: employeeName,
      cell: (week) => (
        <>
          {employeeName(week)}
          <span className="block font-normal text-muted text-xs">
            {[week.classes?.map(classOf).join(', '), formatDuration(week.minutes * 60)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'project',
      header: t('column.project'),
      sortBy: ({ project_name }) => project_name,
      cell: ({ project_name }) => project_name,
    },
    {
      id: 'week',
      header: t('column.week'),
      sortBy: ({ week_end }) => week_end,
      cell: ({ week_end }) => format.date(week_end),
    },
    {
      id: 'due',
      header: t('column.due'),
      className: 'max-xl:hidden',
      ...money((week) => week.due_cents),
    },
    {
      id: 'paid',
      header: t('column.paid'),
      className: 'max-xl:hidden',
      ...money((week) => week.paid_cents),
    },
    { id: 'base', header: t('column.base'), ...money((week) => week.base_cents) },
    { id: 'fringe', header: t('column.fringe'), ...money((week) => week.fringe_cents) },
    { id: 'premium', header: t('column.premium'), ...money((week) => week.premium_cents) },
    {
      id: 'short',
      header: t('column.short'),
      className: 'font-[620]',
      card: 'aside',
      ...money((week) => week.short_cents),
    },
  ];
  return (
    <DataTable
      label={t('owed.title')}
      rows={weeks}
      columns={columns}
      rowKey={owedKey}
      totalLabel={t('column.total')}
      empty={<EmptyState icon={CircleCheck} title={t('owed.none')} text={t('owed.noneText')} />}
    />
  );
}
