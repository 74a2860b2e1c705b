import {
  Activity,
  CalendarDays,
  Camera,
  ChartNoAxesColumn,
  ClipboardList,
  Clock,
  FileText,
  FolderClosed,
  Hash,
  House,
  List,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  Settings,
  ShieldCheck,
  TrendingUp,
  Truck,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react';

export interface NavigationEntry {
  path: string;
  /** Key in `shell.json` under `nav`. */
  title: NavigationTitle;
  icon: LucideIcon;
}

export type NavigationTitle =
  | 'dashboard'
  | 'timeTracker'
  | 'myStatus'
  | 'payroll'
  | 'employees'
  | 'projects'
  | 'costCodes'
  | 'equipment'
  | 'photos'
  | 'documents'
  | 'scheduling'
  | 'map'
  | 'budgets'
  | 'bulletin'
  | 'management'
  | 'activityReports'
  | 'progress'
  | 'verification'
  | 'fieldReports'
  | 'settings';

const entry = (path: string, title: NavigationTitle, icon: LucideIcon): NavigationEntry => ({
  path,
  title,
  icon,
});

/** The spec's twenty entries in its order; the groups only set gaps between them. */
const navigationGroups: NavigationEntry[][] = [
  [
    entry('/', 'dashboard', House),
    entry('/time-tracker', 'timeTracker', Clock),
    entry('/my-status', 'myStatus', UserRound),
  ],
  [
    entry('/payroll', 'payroll', Wallet),
    entry('/employees', 'employees', UsersRound),
    entry('/projects', 'projects', FolderClosed),
    entry('/cost-codes', 'costCodes', Hash),
  ],
  [
    entry('/equipment', 'equipment', Truck),
    entry('/photos', 'photos', Camera),
    entry('/documents', 'documents', FileText),
    entry('/scheduling', 'scheduling', CalendarDays),
    entry('/map', 'map', MapIcon),
    entry('/budgets', 'budgets', ChartNoAxesColumn),
    entry('/bulletin', 'bulletin', Megaphone),
    entry('/management', 'management', List),
    entry('/activity-reports', 'activityReports', Activity),
    entry('/progress', 'progress', TrendingUp),
    entry('/verification', 'verification', ShieldCheck),
    entry('/field-reports', 'fieldReports', ClipboardList),
  ],
  [entry('/settings', 'settings', Settings)],
];

export const navigation: NavigationEntry[] = navigationGroups.flat();

/** What opens without a company: the way to one, oneself, and one's past where one left. */
export const WITHOUT_COMPANY = ['/', '/my-status', '/payroll', '/settings', '/time-tracker'];

/** Everything, group by group; for people who left, what still opens. */
export const groupsFor = ({ deactivated }: { deactivated: boolean }): NavigationEntry[][] =>
  deactivated
    ? navigationGroups
        .map((group) => group.filter(({ path }) => WITHOUT_COMPANY.includes(path)))
        .filter((group) => group.length > 0)
    : navigationGroups;
