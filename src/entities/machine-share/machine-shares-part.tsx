import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import type { MachineSharesPartProps } from '@/entities/machine-share/late-parts';
import { withTexts } from '@/lib/with-texts';

const LatePart = late(
  () =>
    withTexts(
      import('@/entities/machine-share/late-parts').then((file) => file.LatePart),
      'machine-shares',
    ),
  { missing: () => null },
);

/** Whatever is shown of several machines in one entry; loaded when it is first needed. */
export function MachineSharesPart(props: MachineSharesPartProps) {
  return (
    <Suspense>
      <LatePart {...props} />
    </Suspense>
  );
}
