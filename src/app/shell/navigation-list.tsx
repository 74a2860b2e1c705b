import { Menu } from 'lucide-react';
import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { prefetchScreen } from '@/app/screens';
import { activeEntry, entriesOf, menuFor, type NavigationEntry } from '@/app/shell/navigation';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import { useWaitingTimesheets } from '@/entities/pay-period/waiting-timesheets-query';
import { useVerificationCount } from '@/entities/verification/verification-count';
import { useViewer } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

/** Icon and title in a row, the title below the icon, or the icon alone with its title as a tooltip. */
export type NavigationLayout = 'wide' | 'rail' | 'icons';

interface NavigationListProps {
  layout?: NavigationLayout;
  /** Where the first entries are at the bottom of the screen: all others, none of them folded. */
  rest?: boolean;
  onChoose?: () => void;
}

const LAYOUTS: Record<NavigationLayout, string> = {
  wide: 'gap-3 px-2.5',
  rail: 'flex-col justify-center gap-0.5 px-1 text-center text-xs! leading-[1.1]!',
  icons: 'justify-center',
};
/** All that is in sight fits any laptop's screen: `--rows` entries share what headings and edges leave. */
const ROW = 'h-[clamp(24px,(100dvh-214px)/var(--rows),34px)] pointer-coarse:h-11';
/** At fewer pixels a row the headings become lines. */
const MIN_ROW_PIXELS = 24;
const HEADINGS_AND_EDGES_PIXELS = 214;

const itemClasses = (layout: NavigationLayout, isActive: boolean): string =>
  cn(
    'relative flex w-full scroll-my-3 items-center rounded-small text-sm transition-colors',
    // Twenty of them fit a tablet on its side or upright.
    layout === 'rail' ? 'min-h-8 pointer-coarse:min-h-11' : ROW,
    LAYOUTS[layout],
    isActive
      ? 'bg-primary-soft font-[620] text-primary'
      : 'font-[520] text-muted hover:bg-border/70 hover:text-foreground',
  );
const ICON = 'size-[17px] shrink-0';

interface ItemProps {
  item: NavigationEntry;
  isActive: boolean;
  waits: boolean;
  count: number;
  layout: NavigationLayout;
  onChoose: () => void;
}

function NavigationItem({ item, isActive, waits, count, layout, onChoose }: ItemProps) {
  const { t } = useTranslation('shell');
  const title = t(`nav.${item.title}`);
  const Icon = item.icon;
  return (
    <Tooltip content={title} side="right" enabled={layout === 'icons'}>
      <Link
        to={item.path}
        aria-current={isActive ? 'page' : undefined}
        onClick={onChoose}
        onPointerEnter={() => prefetchScreen(item.path)}
        onFocus={() => prefetchScreen(item.path)}
        className={itemClasses(layout, isActive)}
      >
        <Icon className={ICON} strokeWidth={1.8} aria-hidden="true" />
        <span
          className={cn(
            layout === 'wide' && 'truncate',
            layout === 'rail' && '-mx-1.5 break-words tracking-[-0.015em]',
            layout === 'icons' && 'sr-only',
          )}
        >
          {title}
        </span>
        {waits && (
          <span className={cn(layout === 'rail' && 'absolute top-1 right-5')}>
            <StatusDot tone="attention" label={t('nav.timesheetWaits')} />
          </span>
        )}
        {count > 0 && (
          <Badge
            tone="attention"
            className={cn(
              'tabular',
              layout === 'wide' && 'ml-auto',
              // Beside the icon, never over it.
              layout === 'rail' && 'absolute top-0 left-[calc(50%+10px)] px-1.5 py-0 leading-4',
              layout === 'icons' && 'sr-only',
            )}
          >
            {count}
          </Badge>
        )}
      </Link>
    </Tooltip>
  );
}

export function NavigationList({
  layout = 'wide',
  rest = false,
  onChoose = () => undefined,
}: NavigationListProps) {
  const { t } = useTranslation('shell');
  const menu = menuFor(useViewer());
  const { pathname } = useLocation();
  const active = activeEntry(pathname, menu);
  const toVerify = useVerificationCount();
  const timesheetWaits = useWaitingTimesheets().length > 0;
  const [isOpen, setIsOpen] = useState(false);
  const isActiveInMore = menu.more.some(({ path }) => path === active);
  const showsMore = isOpen || isActiveInMore;
  const groups = rest
    ? [
        {
          entries: entriesOf(menu).filter(
            ({ path }) => !menu.tabs.some((tab) => tab.path === path),
          ),
        },
      ]
    : [...menu.groups, ...(showsMore ? [{ entries: menu.more }] : [])];
  const rows = Math.max(
    20,
    groups.reduce((count, { entries }) => count + entries.length, 0),
  );
  const isTight = useMediaQuery(
    `(max-height: ${HEADINGS_AND_EDGES_PIXELS + MIN_ROW_PIXELS * rows - 1}px)`,
  );
  const isFolded = menu.more.length > 0 && !rest;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <nav
      ref={list}
      aria-label={t('nav.label')}
      style={{ '--rows': rows } as CSSProperties}
      className="flex flex-col"
    >
      {groups.map(({ heading, entries }, place) => (
        <Fragment key={entries[0]?.path}>
          {heading && layout === 'wide' && !isTight ? (
            <p
              aria-hidden="true"
              className="px-2.5 pt-0.5 font-[620] text-[11px] text-muted leading-[14px]"
            >
              {t(`nav.group.${heading}`)}
            </p>
          ) : (
            place > 0 && <hr className="mx-2.5 my-1 border-border" />
          )}
          <ul
            {...(heading && { 'aria-label': t(`nav.group.${heading}`) })}
            className="flex flex-col"
          >
            {entries.map((item) => (
              <li key={item.path}>
                <NavigationItem
                  item={item}
                  isActive={item.path === active}
                  waits={timesheetWaits && item.path === '/payroll'}
                  count={item.path === '/verification' ? toVerify : 0}
                  layout={layout}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {isFolded && !isActiveInMore && (
        <Tooltip content={t('nav.more')} side="right" enabled={layout === 'icons'}>
          <button
            type="button"
            aria-expanded={showsMore}
            className={itemClasses(layout, false)}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Menu className={ICON} aria-hidden="true" />
            <span className={cn(layout === 'icons' && 'sr-only')}>
              {t(showsMore ? 'nav.less' : 'nav.more')}
            </span>
            {timesheetWaits && !showsMore && (
              <span className={cn(layout === 'rail' && 'absolute top-1 right-5')}>
                <StatusDot tone="attention" label={t('nav.timesheetWaits')} />
              </span>
            )}
          </button>
        </Tooltip>
      )}
    </nav>
  );
}
