import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import type { LatePartProps } from '@/entities/classification/late-parts';
import { useViewer } from '@/entities/viewer/use-viewer';

const LatePart = late(
  () => import('@/entities/classification/late-parts'),
  // The clock starts without it, and the database fills it in.
  { missing: () => null },
);

/** Whatever is shown of classes of work; companies without public work load nothing for it. */
export function ClassificationPart(props: LatePartProps) {
  return (
    useViewer().public_work && (
      <Suspense>
        <LatePart {...props} />
      </Suspense>
    )
  );
}
