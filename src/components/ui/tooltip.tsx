import { Slot } from 'radix-ui';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { type Side, TooltipBubble } from '@/components/ui/tooltip-bubble';

export interface TooltipProps {
  content: string;
  children: ReactElement;
  side?: Side;
  /** Off: the child stands alone (an expanded sidebar needs no tooltips). */
  enabled?: boolean;
}

const HOVER_MILLISECONDS = 700;
/** Whoever moves on to the next icon reads its name at once. */
const NEXT_MILLISECONDS = 300;
/** Time to move onto the bubble. */
const LEAVE_MILLISECONDS = 100;

let lastHidden = Number.NEGATIVE_INFINITY;

/** Says the name of an icon; never the only place where something is said. */
export function Tooltip({ content, children, side = 'top', enabled = true }: TooltipProps) {
  const id = useId();
  const element = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  const [shown, setShown] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!enabled) return children;

  const after = (milliseconds: number, show: boolean): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(show), milliseconds);
  };
  const change = (show: boolean): void => {
    clearTimeout(timer.current);
    if (shown && !show) lastHidden = performance.now();
    setShown(show);
  };
  return (
    <>
      <Slot.Root
        ref={element}
        aria-describedby={shown ? id : undefined}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'touch') return;
          const hurry = performance.now() - lastHidden < NEXT_MILLISECONDS;
          after(hurry ? 0 : HOVER_MILLISECONDS, true);
        }}
        onPointerLeave={() => after(LEAVE_MILLISECONDS, false)}
        onPointerDown={() => {
          pressed.current = true;
          document.addEventListener('pointerup', () => (pressed.current = false), { once: true });
          change(false);
        }}
        onClick={() => change(false)}
        onFocus={() => {
          if (!pressed.current) change(true);
        }}
        onBlur={() => change(false)}
      >
        {children}
      </Slot.Root>
      {shown && element.current && (
        <TooltipBubble
          id={id}
          beside={element.current}
          side={side}
          onHide={() => change(false)}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => change(false)}
        >
          {content}
        </TooltipBubble>
      )}
    </>
  );
}
