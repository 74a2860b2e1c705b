import {
  Activity,
  CalendarDays,
  Camera,
  ChartNoAxesColumn,
  ClipboardCheck,
  ClipboardList,
  Clock,
  FileText,
  FolderClosed,
  Hash,
  HeartPulse,
  House,
  Landmark,
  List,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  QrCode,
  Receipt,
  ReceiptText,
  Settings,
  ShieldCheck,
  Sun,
  TrendingUp,
  Truck,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { hasEntry, isOff, moduleOf } from '@/entities/viewer/modules';
import type { Right, Viewer } from '@/entities/viewer/viewer';

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
  | 'publicWork'
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
  | 'settings'
  | 'myCrew'
  | 'myTime'
  | 'schedule'
  | 'timeOff'
  | 'crewHours'
  | 'expenses'
  | 'tickets'
  | 'forms'
  | 'safety'
  | 'siteSignIn'
  | 'report';

/** Key in `shell.json` under `nav.group`. */
type NavigationHeading = 'today' | 'payAndPeople' | 'jobs' | 'plan' | 'office' | 'field';

const entry = (path: string, title: NavigationTitle, icon: LucideIcon): NavigationEntry => ({
  path,
  title,
  icon,
});

const management = entry('/management', 'management', List);
const myStatus = entry('/my-status', 'myStatus', UserRound);
const payroll = entry('/payroll', 'payroll', Wallet);
const publicWork = entry('/public-work', 'publicWork', Landmark);
const employees = entry('/employees', 'employees', UsersRound);
const projects = entry('/projects', 'projects', FolderClosed);
const equipment = entry('/equipment', 'equipment', Truck);
const photos = entry('/photos', 'photos', Camera);
const documents = entry('/documents', 'documents', FileText);
const map = entry('/map', 'map', MapIcon);
const budgets = entry('/budgets', 'budgets', ChartNoAxesColumn);
const bulletin = entry('/bulletin', 'bulletin', Megaphone);
const activityReports = entry('/activity-reports', 'activityReports', Activity);
const progress = entry('/progress', 'progress', TrendingUp);
const verification = entry('/verification', 'verification', ShieldCheck);
const fieldReports = entry('/field-reports', 'fieldReports', ClipboardList);
const settings = entry('/settings', 'settings', Settings);
// What people of a site call them, and need most.
const myCrew = entry('/crew', 'myCrew', UsersRound);
const myTime = entry('/time-tracker', 'myTime', Clock);
const schedule = entry('/scheduling', 'schedule', CalendarDays);
const timeOff = entry('/scheduling/time-off', 'timeOff', Sun);
const expenses = entry('/expenses', 'expenses', Receipt);
const tickets = entry('/tickets', 'tickets', ReceiptText);
const crewHours = entry('/crew-hours', 'crewHours', List);
const forms = entry('/forms', 'forms', ClipboardCheck);
const safety = entry('/safety', 'safety', HeartPulse);
const siteSignIn = entry('/site-sign-in', 'siteSignIn', QrCode);

interface NavigationGroup {
  heading?: NavigationHeading;
  entries: readonly NavigationEntry[];
}

const group = (
  entries: readonly NavigationEntry[],
  heading?: NavigationHeading,
): NavigationGroup => ({ entries, ...(heading && { heading }) });

export interface Menu {
  /** At the bottom of a phone, with More beside them; none where the menu is a panel. */
  tabs: NavigationEntry[];
  /** In sight; without a heading a group is a gap. */
  groups: NavigationGroup[];
  /** Behind More. */
  more: NavigationEntry[];
  /** Screens without an entry, and the entry one opens them from. */
  openedFrom: Readonly<Record<string, string>>;
}

const OFFICE: Menu = {
  tabs: [],
  groups: [
    group(
      [entry('/', 'dashboard', House), entry('/time-tracker', 'timeTracker', Clock), myStatus],
      'today',
    ),
    group([payroll, expenses, publicWork, employees], 'payAndPeople'),
    group(
      [
        projects,
        entry('/cost-codes', 'costCodes', Hash),
        equipment,
        photos,
        documents,
        tickets,
        siteSignIn,
      ],
      'jobs',
    ),
    group([entry('/scheduling', 'scheduling', CalendarDays), map, budgets], 'plan'),
    group([bulletin, management, activityReports], 'office'),
    group([progress, verification, fieldReports, forms, safety], 'field'),
    group([settings]),
  ],
  more: [],
  openedFrom: {
    '/breaks': '/employees',
    '/crew': '/employees',
    '/crew-hours': '/employees',
    '/forms': '/verification',
    '/forms/fill': '/my-status',
    '/safety': '/verification',
    '/site-sign-in': '/projects',
  },
};

/** Time off is decided on also where nobody plans shifts. */
const OFFICE_WITHOUT_SCHEDULE: Menu = {
  ...OFFICE,
  groups: OFFICE.groups.map((item) =>
    item.heading === 'plan' ? { ...item, entries: [timeOff, ...item.entries] } : item,
  ),
};

const FOREMAN: Menu = {
  tabs: [myCrew, myStatus, schedule, entry('/field-reports', 'report', ClipboardList)],
  groups: [
    group([myCrew, myStatus, myTime, schedule]),
    group([crewHours, fieldReports, tickets, progress]),
    group([photos, documents, timeOff, expenses]),
  ],
  more: [
    ...[bulletin, equipment, map, projects, employees, budgets],
    ...[payroll, activityReports, verification, settings],
  ],
  openedFrom: {
    '/breaks': '/crew',
    '/forms': '/my-status',
    '/safety': '/my-status',
    '/site-sign-in': '/crew',
  },
};

const WORKER: Menu = {
  tabs: [myStatus, myTime, schedule, photos],
  groups: [group([myStatus, myTime, schedule, timeOff, expenses]), group([photos, documents])],
  more: [
    ...[bulletin, payroll, equipment, progress, projects, employees],
    ...[map, activityReports, verification, settings],
  ],
  openedFrom: { '/forms': '/my-status', '/safety': '/my-status' },
};

/** Without what a test on its path leaves out, and without groups that are empty then. */
const filtered = (menu: Menu, shows: (path: string) => boolean): Menu => {
  const left = (entries: readonly NavigationEntry[]) => entries.filter(({ path }) => shows(path));
  return {
    ...menu,
    tabs: left(menu.tabs),
    groups: menu.groups
      .map((item) => ({ ...item, entries: left(item.entries) }))
      .filter(({ entries }) => entries.length > 0),
    more: left(menu.more),
  };
};

/** Everything there is for the office: titles and icons of the screens. */
export const navigation: NavigationEntry[] = OFFICE.groups.flatMap(({ entries }) => entries);

/** What opens without a company: the way to one, oneself, and one's past where one left. */
export const WITHOUT_COMPANY = ['/', '/my-status', '/payroll', '/settings', '/time-tracker'];

/** Before there is a company: the way to one, and the own account. */
const BEFORE_COMPANY = ['/', '/settings'];

/** The office's menu without what does not open. */
const only = (paths: readonly string[]): Menu => filtered(OFFICE, (path) => paths.includes(path));

/** What somebody can use, the usual first. Other addresses still open, and say whom they are for. */
export function menuFor(viewer: MenuViewer): Menu {
  const { employee, deactivated } = viewer;
  if (deactivated) return only(WITHOUT_COMPANY);
  if (!employee) return only(BEFORE_COMPANY);
  const isOffice = employee.role === 'owner' || employee.role === 'manager';
  const shows = (path: string): boolean => {
    const name = moduleOf(path);
    if (name === undefined) return true;
    // Steps of approval are decided there, whatever else is off.
    if (path === verification.path && viewer.approval_chains) return true;
    // Foremen write the first ticket; the others find what there is.
    if (!isOffice && name === 'tickets') return !isOff(viewer, name);
    // Opened from Verification while it is on.
    if ((name === 'forms' || name === 'safety') && isOff(viewer, 'verification'))
      return !isOff(viewer, name);
    return hasEntry(viewer, name);
  };
  const office = isOff(viewer, 'scheduling') ? OFFICE_WITHOUT_SCHEDULE : OFFICE;
  const menu = isOffice
    ? office
    : withRights(employee.role === 'foreman' ? FOREMAN : WORKER, viewer);
  return filtered(menu, shows);
}

/** Where a right of a company's own role is used; the lists of the whole company need its scope. */
const SCREENS_OF_RIGHTS: Readonly<Record<Right, readonly NavigationEntry[]>> = {
  edit_time: [myTime],
  approve_time: [payroll],
  payroll: [payroll],
  schedule: [schedule],
  see_rates: [employees],
  see_locations: [map],
  budgets: [budgets],
  tickets: [tickets],
  manage_lists: [projects, management],
};

/** What a role of the company's own opens stands in sight, not behind More; so do steps of approval, for whoever may decide them. */
function withRights(menu: Menu, { company_role: role, employee, approval_chains }: MenuViewer) {
  const rights = role?.rights ?? [];
  const inSight = menu.groups.flatMap(({ entries }) => entries);
  const used = new Set(rights.flatMap((right) => SCREENS_OF_RIGHTS[right]));
  if (role?.scope !== 'everyone') used.delete(management);
  if (approval_chains && (employee?.role === 'foreman' || rights.includes('approve_time')))
    used.add(verification);
  const added = [...used].filter((item) => !inSight.includes(item));
  if (added.length === 0) return menu;
  return {
    ...menu,
    groups: [...menu.groups, group(added)],
    more: menu.more.filter((item) => !added.includes(item)),
  };
}

type MenuViewer = Pick<
  Viewer,
  | 'employee'
  | 'deactivated'
  | 'company'
  | 'modules'
  | 'public_work'
  | 'extra_work'
  | 'company_role'
  | 'approval_chains'
>;

/** All entries of a menu, for the search. */
export const entriesOf = ({ groups, more }: Menu): NavigationEntry[] => [
  ...groups.flatMap(({ entries }) => entries),
  ...more,
];

/** The entry a screen belongs to: `/scheduling/time-off` is not `/scheduling` where it has its own. */
export function activePath(
  pathname: string,
  entries: readonly Pick<NavigationEntry, 'path'>[],
): string | undefined {
  return entries
    .map(({ path }) => path)
    .filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** The entry of a menu that is marked for an address, its own or the one it is opened from. */
export function activeEntry(pathname: string, menu: Menu): string | undefined {
  const others = Object.keys(menu.openedFrom).map((path) => ({ path }));
  const other = activePath(pathname, others);
  return activePath(pathname, entriesOf(menu)) ?? (other && menu.openedFrom[other]);
}
