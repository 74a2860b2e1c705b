import { Tabs as Primitive } from 'radix-ui';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { cn } from '@/lib/class-names';

export const Tabs = Primitive.Root;

/** Keeps the chosen tab in sight and marks the strip while more of it lies to the right. */
function useStrip(): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = strip.current;
    if (!box) return;
    const mark = (): void => {
      box.dataset['more'] = String(box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    const reveal = (): void => {
      const chosen = box.querySelector<HTMLElement>('[data-state="active"]');
      if (!chosen) return;
      const { offsetLeft: start, offsetWidth: width } = chosen;
      if (start < box.scrollLeft || start + width > box.scrollLeft + box.clientWidth) {
        box.scrollLeft = start - (box.clientWidth - width) / 2;
      }
      mark();
    };
    const choices = new MutationObserver(reveal);
    choices.observe(box, { subtree: true, attributeFilter: ['data-state'] });
    const size = new ResizeObserver(reveal);
    size.observe(box);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      choices.disconnect();
      size.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, []);
  return strip;
}

/** Scrolls sideways by itself on narrow screens; the page never does. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      ref={useStrip()}
      className={cn(
        'relative flex shrink-0 gap-1 overflow-x-auto border-b px-3 [scrollbar-width:none] max-sm:gap-0 max-sm:px-1 data-[more=true]:[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]',
        className,
      )}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        '-mb-px h-11 whitespace-nowrap border-transparent border-b-2 px-3 font-[550] max-sm:px-2 text-muted text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-4 data-[state=active]:border-primary data-[state=active]:text-foreground',
        className,
      )}
      {...props}
    />
  );
}

export const TabsContent = Primitive.Content;
