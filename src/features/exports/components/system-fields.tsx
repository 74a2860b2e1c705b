import { Suspense, useEffect } from 'react';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Skeleton } from '@/components/ui/skeleton';
import { ExportNotices } from '@/features/exports/components/export-notices';
import { ExportSettings } from '@/features/exports/components/export-settings';
import { useSystemFile } from '@/features/exports/components/use-system-file';
import { otherPayIn } from '@/features/exports/formats/extra-pay';
import type { FormatId } from '@/features/exports/formats/format-ids';
import type { DateRange } from '@/lib/time';
import { withTexts } from '@/lib/with-texts';

const LayoutField = late(() =>
  withTexts(
    import('@/features/exports/components/layout-field').then((file) => file.LayoutField),
    'file-template',
  ),
);

export interface SystemFieldsProps {
  companyId: string;
  range: DateRange;
  id: FormatId;
  /** The settings once a file can be made with them, null until then. Must be stable. */
  onProvider: (provider: Record<string, string> | null) => void;
}

/** What a payroll system asks for, what stops its file, and what to know before it is sent. */
export function SystemFields({ companyId, range, id, onProvider }: SystemFieldsProps) {
  const file = useSystemFile(companyId, range, id);
  const { source, machine, values, provider, data, outcome, locked, isReady } = file;
  const layout = data && machine?.layout?.(data);
  const ready = isReady ? JSON.stringify(provider) : null;
  useEffect(() => onProvider(ready === null ? null : JSON.parse(ready)), [ready, onProvider]);
  return (
    <>
      {machine && (
        <ExportSettings
          format={machine}
          values={values}
          otherPay={data ? otherPayIn(data) : []}
          onChange={file.change}
        />
      )}
      {layout && (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <LayoutField
            companyId={companyId}
            layout={layout}
            stored={file.stored}
            isSaved={file.isSaved}
            testRow={machine?.rows(data)[0] ?? null}
            faults={outcome?.kind === 'bad-columns' ? outcome.faults : []}
            onChange={(next) => file.change({ template: JSON.stringify(next) })}
            onReset={() => file.change({ template: '', columns: '' })}
          />
        </Suspense>
      )}
      <Loaded query={source} skeleton={<ListSkeleton rows={2} />}>
        {data && outcome ? (
          <ExportNotices
            companyId={companyId}
            range={range}
            locked={locked}
            id={id}
            data={data}
            outcome={outcome}
          />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </Loaded>
    </>
  );
}
