import { type ReactNode, Suspense, useState } from 'react';
import { ConnectionNotice } from '@/app/shell/connection-notice';
import { menuFor } from '@/app/shell/navigation';
import { ShellNotices } from '@/app/shell/shell-notices';
import { Sidebar } from '@/app/shell/sidebar';
import { TopBar } from '@/app/shell/top-bar';
import { useCollapsed } from '@/app/shell/use-collapsed';
import { useFocusKeeper } from '@/app/shell/use-focus-keeper';
import { useFocusOnNavigation } from '@/app/shell/use-focus-on-navigation';
import { useOffline } from '@/app/shell/use-offline';
import { useSearchShortcut } from '@/app/shell/use-search-shortcut';
import { useStartAddress } from '@/app/shell/use-start-address';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { ConflictHost } from '@/entities/edit/conflict-host';
import { useLiveTime } from '@/entities/running-entry/use-live-time';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ClockRulesGate } from '@/features/clock-rules/clock-rules-gate';
import { ClockSheetGate } from '@/features/clock-sheet/clock-sheet-gate';
import { RealEndGate } from '@/features/forgotten-punch/real-end-gate';
import { HeldGate } from '@/features/held-events/held-gate';
import { AutoStartGate } from '@/features/timer/auto-start-gate';
import { loadNamespaces } from '@/lib/i18n';
import { useDrawnOnce } from '@/lib/use-drawn-once';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

const SearchPalette = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/app/shell/search-palette'),
    loadNamespaces(['search', 'places', 'settings', 'modules']),
  ]);
  return module;
});

const BottomNavigation = late(() => import('@/app/shell/bottom-navigation'));

/** Sidebar, top bar and the place for a screen. */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const isMobile = useIsMobile();
  const menu = menuFor(useViewer());
  const hasTabs = isMobile && menu.tabs.length > 0;
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [searchOpen, setSearchOpen] = useState(false);
  const [timerOpen, setTimerOpen] = useState(false);
  // The clock in the top bar does not wait for the screen.
  const stands = useDrawnOnce();
  const main = useFocusOnNavigation();
  useSearchShortcut(() => setSearchOpen(true));
  useLiveTime();
  useFocusKeeper();
  useOffline();
  useStartAddress();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-primary focus:px-4 focus:py-2.5 focus:text-primary-foreground"
      >
        {t('skip')}
      </a>
      <div className="flex min-h-dvh">
        {!isMobile && <Sidebar collapsed={collapsed} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            collapsed={collapsed}
            onToggleNavigation={toggleCollapsed}
            onOpenSearch={() => setSearchOpen(true)}
            hasTabs={hasTabs}
            timerOpen={timerOpen}
            onTimerOpenChange={setTimerOpen}
          />
          <ConnectionNotice />
          <ShellNotices />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="w-full max-w-[1720px] flex-1 has-[[data-wide]]:max-w-none px-3.5 pt-5 pb-[calc(3rem+var(--bottom-bar-height))] outline-none md:px-7 md:pt-6.5"
          >
            {stands && children}
          </main>
        </div>
      </div>
      {hasTabs && (
        <Suspense fallback={<div data-bottom-bar />}>
          <BottomNavigation menu={menu} onOpenSearch={() => setSearchOpen(true)} />
        </Suspense>
      )}
      <AutoStartGate />
      <ClockSheetGate />
      <RealEndGate />
      <ClockRulesGate />
      {stands && <HeldGate />}
      <ConflictHost />
      {searchOpen && (
        <Suspense>
          <SearchPalette
            onClose={() => setSearchOpen(false)}
            onStartTimer={() => {
              setSearchOpen(false);
              setTimerOpen(true);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
