import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { prefetchScreen } from '@/app/screens';
import { MobileNavigation } from '@/app/shell/mobile-navigation';
import { activeEntry, type Menu, type NavigationEntry } from '@/app/shell/navigation';
import { StatusDot } from '@/components/shared/status-dot';
import { useWaitingTimesheets } from '@/entities/pay-period/waiting-timesheets-query';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const tabClasses = (isActive: boolean): string =>
  cn(
    'relative flex h-15 min-w-0 flex-col items-center justify-center gap-1 border-t-2 px-0.5 font-[620] text-xs [&_svg]:size-5',
    isActive ? 'border-primary text-primary' : 'border-transparent text-muted',
  );

function Tab({ item, isActive }: { item: NavigationEntry; isActive: boolean }) {
  const { t } = useTranslation('shell');
  const Icon = item.icon;
  return (
    <Link
      to={item.path}
      aria-current={isActive ? 'page' : undefined}
      onPointerEnter={() => prefetchScreen(item.path)}
      onFocus={() => prefetchScreen(item.path)}
      className={tabClasses(isActive)}
    >
      <Icon strokeWidth={1.8} aria-hidden="true" />
      <span className="max-w-full truncate">{t(`nav.${item.title}`)}</span>
    </Link>
  );
}

interface BottomNavigationProps {
  menu: Menu;
  onOpenSearch: () => void;
}

/**
 * What people of a site need most, under the thumb; everything else is behind More. Default export
 * because only their phones load it.
 */
export default function BottomNavigation({ menu, onOpenSearch }: BottomNavigationProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const active = activeEntry(pathname, menu);
  const isInMore = active !== undefined && !menu.tabs.some(({ path }) => path === active);
  const waits = useWaitingTimesheets().length > 0;
  const more: ReactNode = (
    <>
      <MenuIcon aria-hidden="true" />
      <span>{t('nav.more')}</span>
      {waits && (
        <span className="absolute top-1 right-1/4">
          <StatusDot tone="attention" label={t('nav.timesheetWaits')} />
        </span>
      )}
    </>
  );
  return (
    <nav
      aria-label={t('nav.tabs')}
      data-print="hide"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t bg-background pb-[env(safe-area-inset-bottom)]"
    >
      {menu.tabs.map((item) => (
        <Tab key={item.path} item={item} isActive={item.path === active} />
      ))}
      <MobileNavigation
        onOpenSearch={onOpenSearch}
        tab={{ className: tabClasses(isInMore), content: more }}
      />
    </nav>
  );
}
