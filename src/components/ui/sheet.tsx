import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { BackCloses, overlayClasses } from '@/components/ui/dialog';

export const Sheet = Primitive.Root;

export interface SheetContentProps {
  /** For screen readers; the sheet's looks are the caller's. */
  label: string;
  children: ReactNode;
  onCloseAutoFocus?: (event: Event) => void;
  onTouchStart?: React.TouchEventHandler;
  onTouchEnd?: React.TouchEventHandler;
}

/** A panel that slides in from the left edge. */
export function SheetContent({ label, children, ...handlers }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClasses} />
      <Primitive.Content
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-50 flex w-[min(288px,86vw)] flex-col border-r bg-sunken shadow-overlay outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        {...handlers}
      >
        <BackCloses />
        <Primitive.Title className="sr-only">{label}</Primitive.Title>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
