import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { importsQuery, type Totals } from '@/features/imports/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What the import did to the company's hours: before, after, and the difference. */
export function DoneStep({ companyId, importId }: { companyId: string; importId: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const record = useQuery(importsQuery(companyId)).data?.find(({ id }) => id === importId);
  const before = record?.totals_before as unknown as Totals | undefined;
  const after = record?.totals_after as unknown as Totals | undefined;
  const isTime = record?.list === 'time_entries';
  const rows =
    before && after && isTime
      ? [
          {
            name: t('totals.hours'),
            values: [before.seconds, after.seconds, after.seconds - before.seconds].map(
              formatHoursMinutes,
            ),
          },
          {
            name: t('totals.entries'),
            values: [before.entries, after.entries, after.entries - before.entries].map((value) =>
              format.number(value),
            ),
          },
        ]
      : [];
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success">
        {t('done', { count: (record?.new_rows ?? 0) + (record?.changed_rows ?? 0) })}
      </Notice>
      {rows.length > 0 && (
        <table className="w-full max-w-xl text-sm [&_td]:py-1.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:py-1.5 [&_th]:font-[550]">
          <caption className="sr-only">{t('totals.title')}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="text-left">
                {t('totals.title')}
              </th>
              <th scope="col" className="text-right">
                {t('totals.before')}
              </th>
              <th scope="col" className="text-right">
                {t('totals.after')}
              </th>
              <th scope="col" className="text-right">
                {t('totals.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name} className="border-t">
                <th scope="row" className="text-left">
                  {name}
                </th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns.
                  <td key={index}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
