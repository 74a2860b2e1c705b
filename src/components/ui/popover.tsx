import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { late } from '@/components/shared/late';
import type { PopoverPanelProps } from '@/components/ui/popover-panel';

// What places it, holds the focus and closes it: half of the shell's weight, and closed most of the time.
const PopoverPanel = late(async () => ({
  default: (await import('@/components/ui/popover-panel')).PopoverPanel,
}));

interface PopoverContext {
  open: boolean;
  setOpen: (open: boolean) => void;
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  anchor: RefObject<HTMLElement | null>;
}

const Context = createContext<PopoverContext | null>(null);

function usePopover(): PopoverContext {
  const context = useContext(Context);
  if (!context) throw new Error('Outside of a Popover');
  return context;
}

export interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A trigger and what it opens beside it; the latter is fetched when someone reaches for it. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const isOpen = open ?? ownOpen;
  const setOpen = onOpenChange ?? setOwnOpen;
  const context = useMemo(
    () => ({ open: isOpen, setOpen, id, trigger, anchor }),
    [isOpen, setOpen, id],
  );
  return <Context value={context}>{children}</Context>;
}

interface AsChild {
  /** The only child is the element itself. */
  asChild?: boolean;
}

export function PopoverTrigger({
  asChild = false,
  ref,
  onClick,
  onPointerEnter,
  onFocus,
  ...props
}: ComponentProps<'button'> & AsChild) {
  const { open, setOpen, id, trigger } = usePopover();
  const Element = asChild ? Slot.Root : 'button';
  const hold = useCallback(
    (element: HTMLButtonElement | null) => {
      trigger.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [ref, trigger],
  );
  return (
    <Element
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      data-state={open ? 'open' : 'closed'}
      {...props}
      ref={hold}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        PopoverPanel.prefetch();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        PopoverPanel.prefetch();
      }}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) setOpen(!open);
      }}
    />
  );
}

/** What the panel stands beside, where that is not the trigger. */
export function PopoverAnchor({ children }: { children: ReactNode }) {
  return <Slot.Root ref={usePopover().anchor}>{children}</Slot.Root>;
}

export function PopoverContent(props: Omit<PopoverPanelProps, 'place'>) {
  const { open, ...place } = usePopover();
  if (!open) return null;
  return (
    <Suspense>
      <PopoverPanel {...props} place={place} />
    </Suspense>
  );
}
