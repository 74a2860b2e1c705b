import { Menu } from 'lucide-react';
import { useLocation } from 'react-router';
import { AccountMenu } from '@/app/shell/account-menu';
import { MobileNavigation } from '@/app/shell/mobile-navigation';
import { SearchButton } from '@/app/shell/search-button';
import { Button } from '@/components/ui/button';
import { BellGate } from '@/features/notifications/bell-gate';
import { TimerControl } from '@/features/timer/timer-control';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export interface TopBarProps {
  collapsed: boolean;
  onToggleNavigation: () => void;
  onOpenSearch: () => void;
  /** Where the navigation is at the bottom, no button opens it here. */
  hasTabs: boolean;
  timerOpen: boolean;
  onTimerOpenChange: (open: boolean) => void;
}

export function TopBar({
  collapsed,
  onToggleNavigation,
  onOpenSearch,
  hasTabs,
  timerOpen,
  onTimerOpenChange,
}: TopBarProps) {
  const { t } = useTranslation('shell');
  const hasOwnClock = useLocation().pathname === '/my-status';
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-(--top-bar-height) items-center gap-2 border-b bg-background px-3.5 max-[399px]:gap-1 max-[399px]:px-2 md:gap-3.5 md:px-7"
    >
      {!hasTabs && <MobileNavigation onOpenSearch={onOpenSearch} />}
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 max-md:hidden"
        aria-label={t(collapsed ? 'nav.expand' : 'nav.collapse')}
        aria-expanded={!collapsed}
        onClick={onToggleNavigation}
      >
        <Menu aria-hidden="true" className="size-5!" />
      </Button>
      <SearchButton onOpen={onOpenSearch} />
      <div className="ml-auto flex min-w-0 items-center gap-1.5 max-[399px]:gap-1 md:gap-3">
        {/* My Status has Start and Stop of its own; a second pair does another thing. */}
        <div className={cn('min-w-0', hasOwnClock && !timerOpen && 'hidden')}>
          <TimerControl open={timerOpen} onOpenChange={onTimerOpenChange} />
        </div>
        <BellGate besideMenu={!hasTabs} />
        <AccountMenu />
      </div>
    </header>
  );
}
