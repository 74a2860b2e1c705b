import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

/** The days of a person's own sheet; on paper also whose they are. */
export function OwnPeriod({ range }: { range: DateRange }) {
  const format = useFormat();
  const name = useViewerName();
  const company = useViewer().company?.name;
  return (
    <>
      <span className="hidden print:block">{[name, company].filter(Boolean).join(' · ')}</span>
      {format.dateRange(range.start, range.end)}
    </>
  );
}
