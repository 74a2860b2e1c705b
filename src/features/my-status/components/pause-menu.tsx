import { Slot } from 'radix-ui';
import { type ReactElement, Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { MissingBehind } from '@/components/shared/missing-part';
import { useBreakTypes } from '@/entities/break-type/use-break-types';

const PauseChoice = late(() => import('@/features/my-status/components/pause-choice'), {
  missing: MissingBehind,
});

/** Pause is a break, and pay depends on which: so it is asked in the same tap. */
export function PauseMenu({ children }: { children: ReactElement }) {
  const [wanted, setWanted] = useState(false);
  // Asked for before the tap, which may come without a signal.
  useBreakTypes();
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={PauseChoice.prefetch}
      onFocus={PauseChoice.prefetch}
      onClick={() => setWanted(true)}
    >
      {children}
    </Slot.Root>
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <PauseChoice>{children}</PauseChoice>
    </Suspense>
  );
}
