import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import {
  deviceKeysQuery,
  type Signature,
  shownQuery,
  signaturesQuery,
} from '@/entities/signed-timesheet/queries';
import { ShownDayText } from '@/entities/signed-timesheet/shown-days';
import { SignatureLine } from '@/entities/signed-timesheet/signature-line';
import {
  daysBeside,
  daysOfHours,
  type ShownDay,
  type ShownTimesheet,
} from '@/entities/signed-timesheet/timesheet';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const daysOf = ({ signed_text, hours }: Signature): ShownDay[] =>
  signed_text
    ? (JSON.parse(signed_text) as ShownTimesheet).days
    : daysOfHours(hours as unknown as Record<string, number>);

interface Props {
  companyId: string;
  employeeId: string;
  range: DateRange;
  /** Which answer is meant; the newest of the period where it is left out. */
  signatureId?: string;
}

/** What somebody signed, and beside it the time as it is now where it was changed since. */
export default function SignedVersions({ companyId, employeeId, range, signatureId }: Props) {
  const { t } = useTranslation('signed-timesheet');
  const signatures = useQuery(signaturesQuery(companyId, employeeId, range));
  const { data: keys = [] } = useQuery(deviceKeysQuery(companyId, employeeId));
  const signature =
    signatures.data?.find(({ id }) => id === signatureId) ??
    (signatureId ? undefined : signatures.data?.[0]);
  return (
    <Loaded query={signatures} skeleton={<ListSkeleton rows={2} />}>
      {signature ? (
        <div className="flex flex-col gap-3">
          <SignatureLine signature={signature} keys={keys} />
          {signature.invalidated_at !== null && (
            <Beside signature={signature} employeeId={employeeId} />
          )}
        </div>
      ) : (
        <p className="text-muted text-sm">{t('line.none')}</p>
      )}
    </Loaded>
  );
}

function Beside({ signature, employeeId }: { signature: Signature; employeeId: string }) {
  const { t } = useTranslation('signed-timesheet');
  const format = useFormat();
  const range = { start: signature.start_date, end: signature.end_date };
  const now = useQuery(shownQuery(employeeId, range));
  return (
    <Loaded query={now} skeleton={<ListSkeleton rows={3} />}>
      {({ days }) => {
        const beside = daysBeside(daysOf(signature), days);
        const changed = beside.filter(({ differs }) => differs);
        return (
          <table className="w-full table-fixed border-collapse text-sm">
            <caption className="mb-1 text-left text-muted">
              {changed.length === 0
                ? t('versions.same')
                : t('versions.changed', { count: changed.length })}
            </caption>
            <thead className="text-left text-muted text-xs">
              <tr>
                <th className="w-24 py-1 pr-2 font-normal">{t('versions.day')}</th>
                <th className="py-1 pr-2 font-normal">{t('versions.signed')}</th>
                <th className="py-1 font-normal">{t('versions.now')}</th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {beside.map(({ date, before, after, differs }) => (
                <tr key={date} className={cn('align-top', differs && 'bg-attention-soft')}>
                  <th scope="row" className="px-1 py-2 text-left font-normal">
                    {format.weekdayDate(date)}
                    {differs && (
                      <span className="block text-attention-strong text-xs">
                        {t('versions.differs')}
                      </span>
                    )}
                  </th>
                  {[before, after].map((day, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns.
                    <td key={place} className="py-2 pr-2">
                      {day ? <ShownDayText day={day} /> : '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      }}
    </Loaded>
  );
}
