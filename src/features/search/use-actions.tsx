import {
  Banknote,
  CalendarOff,
  CalendarPlus,
  ClipboardList,
  Download,
  FileUp,
  FolderPlus,
  type LucideIcon,
  Megaphone,
  Play,
  Plus,
  ShieldCheck,
  Square,
  Truck,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { Result } from '@/features/search/result';
import { useTranslation } from '@/lib/use-translation';

/** Where each leads, and for whom it is. */
const ACTIONS = [
  ['requestTimeOff', '/scheduling/time-off?dialog=request', CalendarOff, 'everyone'],
  ['crewHours', '/crew-hours', UsersRound, 'foremen'],
  ['fieldReport', '/field-reports', ClipboardList, 'foremen'],
  ['approveTime', '/payroll', Banknote, 'managers'],
  ['exportPayroll', '/time-tracker?dialog=export', Download, 'managers'],
  ['verify', '/verification', ShieldCheck, 'managers'],
  ['newShift', '/scheduling?dialog=new-shift', CalendarPlus, 'managers'],
  ['newProject', '/projects?dialog=new', FolderPlus, 'managers'],
  ['addEmployee', '/employees?dialog=add', UserPlus, 'managers'],
  ['addMachine', '/equipment?dialog=new', Truck, 'managers'],
  ['newBulletin', '/bulletin?edit=new', Megaphone, 'managers'],
  ['import', '/management/import', FileUp, 'managers'],
] as const satisfies readonly (readonly [string, string, LucideIcon, string])[];

const iconOf = (Icon: LucideIcon, running = false) => (
  <Icon className={running ? 'text-running-strong' : 'text-muted'} aria-hidden="true" />
);

/** What can be done from anywhere, as far as the viewer may do it. */
export function useActions(onStartTimer: () => void): Result[] {
  const { t } = useTranslation('search');
  const role = useEmployee()?.role;
  const privileged = useIsPrivileged();
  const running = useRunningEntry();
  const clockOut = useClockOut();
  const mayAdd = useOwnTimeRight('add') !== 'not_allowed';
  const isFor = (who: 'everyone' | 'foremen' | 'managers'): boolean =>
    privileged ||
    (role !== undefined && (who === 'everyone' || (who === 'foremen' && role === 'foreman')));
  const clock: Result = running
    ? {
        key: 'action stop',
        group: 'actions',
        icon: iconOf(Square, true),
        title: t('action.stopTimer'),
        words: [t('words.stopTimer')],
        run: () => clockOut.mutate(running.id),
      }
    : {
        key: 'action start',
        group: 'actions',
        icon: iconOf(Play),
        title: t('action.startTimer'),
        words: [t('words.startTimer')],
        run: onStartTimer,
      };
  const addEntry: Result = {
    key: 'action add-entry',
    group: 'actions',
    icon: iconOf(Plus),
    title: t('action.addEntry'),
    words: [t('words.addEntry')],
    address: '/time-tracker?dialog=new-entry',
  };
  return [
    clock,
    ...(mayAdd ? [addEntry] : []),
    ...ACTIONS.filter(([, , , who]) => isFor(who)).map(
      ([name, address, icon]): Result => ({
        key: `action ${name}`,
        group: 'actions',
        icon: iconOf(icon),
        title: t(`action.${name}`),
        words: [t(`words.${name}`)],
        address,
      }),
    ),
  ];
}
