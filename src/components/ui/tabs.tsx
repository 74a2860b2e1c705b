import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cn } from '@/lib/class-names';

interface Choice {
  id: string;
  chosen: string;
  choose: (value: string) => void;
}

const TabsContext = createContext<Choice>({ id: '', chosen: '', choose: () => undefined });

export interface TabsProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  /** The chosen tab; without it the tabs remember it themselves, beginning with `defaultValue`. */
  value?: string;
  defaultValue?: string | undefined;
  onValueChange?: (value: string) => void;
  /** The one child takes the place of the `div`. */
  asChild?: boolean;
}

/** Our own and not Radix': that one makes the page compute its styles while the first screen is drawn. */
export function Tabs({
  value,
  defaultValue = '',
  onValueChange,
  asChild = false,
  ...props
}: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultValue);
  const chosen = value ?? own;
  const choose = (next: string): void => {
    if (next === chosen) return;
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    <TabsContext value={{ id, chosen, choose }}>
      {asChild ? <Slot.Root {...props} /> : <div {...props} />}
    </TabsContext>
  );
}

/** Where a key leads from one tab; null for other keys. */
function leadsTo(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (place + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** A tab that takes focus is chosen, as the pattern of the WAI asks. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const place = tabs.indexOf(event.target as HTMLElement);
  const next = place < 0 ? null : leadsTo(event.key, place, tabs.length);
  if (next === null) return;
  event.preventDefault();
  tabs[next]?.focus();
}

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
    choices.observe(box, { subtree: true, childList: true, attributeFilter: ['data-state'] });
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

interface TabsListProps extends ComponentProps<'div'> {
  /** One below the other, for more than a strip holds. */
  vertical?: boolean;
}

const STRIP =
  'relative flex shrink-0 gap-1 overflow-x-auto border-b px-3 [scrollbar-width:none] max-sm:gap-0 max-sm:px-1 data-[more=true]:[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]';
const COLUMN =
  'flex flex-col [&_[role=tab]]:mb-0 [&_[role=tab]]:h-8 [&_[role=tab]]:rounded-small [&_[role=tab]]:border-b-0 [&_[role=tab]]:px-3 [&_[role=tab]]:text-left pointer-coarse:[&_[role=tab]]:h-11 [&_[role=tab][data-state=active]]:bg-primary-soft [&_[role=tab][data-state=active]]:font-[620] [&_[role=tab][data-state=active]]:text-primary';

/** Scrolls sideways by itself on narrow screens; the page never does. */
export function TabsList({ className, vertical = false, ...props }: TabsListProps) {
  const strip = useStrip();
  return (
    <div
      ref={vertical ? null : strip}
      role="tablist"
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      onKeyDown={moveFocus}
      className={cn(vertical ? COLUMN : STRIP, className)}
      {...props}
    />
  );
}

interface PartProps {
  value: string;
}

export function TabsTrigger({ value, className, ...props }: ComponentProps<'button'> & PartProps) {
  const { id, chosen, choose } = use(TabsContext);
  const active = value === chosen;
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${value}`}
      aria-selected={active}
      aria-controls={`${id}-panel-${value}`}
      data-state={active ? 'active' : 'inactive'}
      tabIndex={active ? 0 : -1}
      className={cn(
        '-mb-px h-11 shrink-0 pointer-coarse:min-w-11 whitespace-nowrap border-transparent border-b-2 px-3 font-[550] max-sm:px-2 text-muted text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-4 data-[state=active]:border-primary data-[state=active]:text-foreground',
        className,
      )}
      onFocus={() => choose(value)}
      onClick={() => choose(value)}
      {...props}
    />
  );
}

export function TabsContent({ value, ...props }: ComponentProps<'div'> & PartProps) {
  const { id, chosen } = use(TabsContext);
  if (value !== chosen) return null;
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control is read by keyboard, too
      tabIndex={0}
      {...props}
    />
  );
}
