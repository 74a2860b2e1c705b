import { Slot } from 'radix-ui';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useBreakTypes } from '@/entities/break-type/use-break-types';

const loadChoice = () => import('@/features/my-status/components/pause-choice');
const PauseChoice = lazy(loadChoice);

/** Pause is a break, and pay depends on which: so it is asked in the same tap. */
export function PauseMenu({ children }: { children: ReactElement }) {
  const [wanted, setWanted] = useState(false);
  // Asked for before the tap, which may come without a signal.
  useBreakTypes();
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={() => void loadChoice()}
      onFocus={() => void loadChoice()}
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
