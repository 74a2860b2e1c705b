import { Link } from 'react-router';
import { CurrentProject } from '@/app/shell/current-project';
import { NavigationList } from '@/app/shell/navigation-list';
import { Wordmark } from '@/components/shared/wordmark';
import { cn } from '@/lib/class-names';

/** Navigation of tablets and desktops: 64 units wide, or 16 with icons only. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  return (
    <aside
      data-print="hide"
      data-state={collapsed ? 'collapsed' : 'expanded'}
      className={cn(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-sunken transition-[width]',
        collapsed ? 'w-16' : 'w-64',
      )}
    >
      <div
        className={cn(
          'flex h-(--top-bar-height) shrink-0 items-center',
          collapsed ? 'justify-center' : 'px-5.5',
        )}
      >
        {!collapsed && (
          <Link to="/" className="rounded-small">
            <Wordmark />
          </Link>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3 [scrollbar-width:thin]">
        <NavigationList collapsed={collapsed} />
      </div>
      <div className="shrink-0 px-3 pb-3">
        <CurrentProject collapsed={collapsed} />
      </div>
    </aside>
  );
}
