import type { Outcome } from '@/features/budgets/what-if';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const DAY = 86_400_000;

export interface WhatIfResultProps {
  now: Outcome;
  then: Outcome;
}

/** Present plan, changed plan and the difference; less is better in every row. */
export function WhatIfResult({ now, then }: WhatIfResultProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const signed = (value: number, written: string) =>
    value === 0 ? '–' : `${value > 0 ? '+' : '−'}${written}`;
  const number = (value: number) => format.number(value);
  const dollars = (value: number) => `$${format.number(value)}`;
  const days =
    now.finish && then.finish
      ? Math.round((Date.parse(then.finish) - Date.parse(now.finish)) / DAY)
      : 0;
  const figure = (
    name: 'hours' | 'overtime' | 'cost',
    from: number,
    to: number,
    written: (value: number) => string,
  ) => {
    const change = Math.round(to) - Math.round(from);
    return {
      name,
      cells: [written(from), written(to)],
      change,
      words: signed(change, written(Math.abs(change))),
    };
  };
  const rows = [
    figure('hours', now.hours, then.hours, number),
    figure('overtime', now.overtime, then.overtime, number),
    ...(now.cost !== null && then.cost !== null
      ? [figure('cost', now.cost, then.cost, dollars)]
      : []),
    {
      name: 'finish' as const,
      cells: [now.finish, then.finish].map((date) => (date ? format.dayMonth(date) : '–')),
      change: days,
      words: signed(days, t('whatIf.days', { days: Math.abs(days) })),
    },
  ];
  return (
    <table className="w-full border-t text-sm" aria-live="polite">
      <caption className="sr-only">{t('whatIf.resultOf')}</caption>
      <thead className="text-muted text-xs">
        <tr className="border-b">
          <th scope="col" className="py-2 pl-5 text-left font-[550]">
            <span className="sr-only">{t('whatIf.figure')}</span>
          </th>
          {(['now', 'then', 'change'] as const).map((name) => (
            <th
              key={name}
              scope="col"
              className={cn('py-2 pl-2 text-right font-[550]', name === 'change' && 'pr-5')}
            >
              {t(`whatIf.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map(({ name, cells, change, words }) => (
          <tr key={name}>
            <th scope="row" className="py-2 pl-5 text-left font-normal">
              {t(`whatIf.${name}`)}
            </th>
            <td className="tabular py-2 pl-2 text-right text-muted">{cells[0]}</td>
            <td className="tabular py-2 pl-2 text-right font-[620]">{cells[1]}</td>
            <td
              className={cn(
                'tabular whitespace-nowrap py-2 pr-5 pl-2 text-right',
                change > 0 ? 'text-danger' : change < 0 ? 'text-success-strong' : 'text-muted',
              )}
            >
              {words}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
