import { Link } from 'react-router';
import { CurrentProject } from '@/app/shell/current-project';
import { type NavigationLayout, NavigationList } from '@/app/shell/navigation-list';
import { Wordmark } from '@/components/shared/wordmark';
import { cn } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/use-media-query';

const WIDTHS: Record<NavigationLayout, string> = { wide: 'w-64', rail: 'w-24', icons: 'w-16' };

/**
 * Navigation of tablets and desktops: 64 units wide, or 16 with icons only. Where nobody can point at
 * an icon to read its title, and where it is narrow by itself, the titles stay below the icons.
 */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const hasTooltips = useMediaQuery('(min-width: 1024px) and (pointer: fine)');
  const layout = collapsed ? (hasTooltips ? 'icons' : 'rail') : 'wide';
  return (
    <aside
      data-print="hide"
      data-state={collapsed ? 'collapsed' : 'expanded'}
      className={cn(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-sunken transition-[width]',
        WIDTHS[layout],
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
      <div
        className={cn(
          'min-h-0 flex-1 overflow-y-auto pb-1 [scrollbar-width:thin]',
          layout === 'rail' ? 'px-1.5' : 'px-3',
        )}
      >
        <NavigationList layout={layout} />
      </div>
      <div
        className={cn(
          'shrink-0 border-t',
          layout === 'wide' ? 'px-3' : 'py-2',
          layout === 'rail' && 'px-1.5',
          layout === 'icons' && 'px-3',
        )}
      >
        <CurrentProject layout={layout} />
      </div>
    </aside>
  );
}
