import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { prefetchScreen } from '@/app/screens';
import { groupsFor, type NavigationEntry } from '@/app/shell/navigation';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import { useWaitingTimesheets } from '@/entities/pay-period/waiting-timesheets-query';
import { useVerificationCount } from '@/entities/verification/verification-count';
import { useViewer } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';

interface NavigationListProps {
  collapsed?: boolean;
  onChoose?: () => void;
}

function NavigationItem({
  item,
  waits,
  count,
  collapsed,
  onChoose,
}: { item: NavigationEntry; waits: boolean; count: number } & Required<NavigationListProps>) {
  const { t } = useTranslation('shell');
  const title = t(`nav.${item.title}`);
  const Icon = item.icon;
  const { pathname } = useLocation();
  const active =
    pathname === item.path || (item.path !== '/' && pathname.startsWith(`${item.path}/`));
  return (
    <Tooltip content={title} side="right" enabled={collapsed}>
      <Link
        to={item.path}
        aria-current={active ? 'page' : undefined}
        onClick={onChoose}
        onPointerEnter={() => prefetchScreen(item.path)}
        onFocus={() => prefetchScreen(item.path)}
        className={cn(
          'flex h-[34px] items-center gap-3 rounded-small text-sm transition-colors pointer-coarse:h-11',
          collapsed ? 'justify-center' : 'px-2.5',
          active
            ? 'bg-primary-soft font-[620] text-primary'
            : 'font-[520] text-muted hover:bg-border/70 hover:text-foreground',
        )}
      >
        <Icon className="size-[17px] shrink-0" strokeWidth={1.8} aria-hidden="true" />
        <span className={cn('truncate', collapsed && 'sr-only')}>{title}</span>
        {waits && <StatusDot tone="attention" label={t('nav.timesheetWaits')} />}
        {count > 0 && (
          <Badge tone="attention" className={cn('tabular ml-auto', collapsed && 'sr-only')}>
            {count}
          </Badge>
        )}
      </Link>
    </Tooltip>
  );
}

export function NavigationList({
  collapsed = false,
  onChoose = () => undefined,
}: NavigationListProps) {
  const { t } = useTranslation('shell');
  const groups = groupsFor(useViewer());
  const toVerify = useVerificationCount();
  const timesheetWaits = useWaitingTimesheets().length > 0;
  return (
    <nav aria-label={t('nav.label')} className="flex flex-col gap-2.5">
      {groups.map((group) => (
        <ul key={group[0]?.path} className="flex flex-col gap-px">
          {group.map((item) => (
            <li key={item.path}>
              <NavigationItem
                item={item}
                waits={timesheetWaits && item.path === '/payroll'}
                count={item.path === '/verification' ? toVerify : 0}
                collapsed={collapsed}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
