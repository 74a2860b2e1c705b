import { queryOptions } from '@tanstack/react-query';
import type { CustomField, CustomTable } from '@/entities/custom-field/custom-field';
import { openQueue } from '@/entities/offline/event-queue';
import { restoreData } from '@/entities/offline/stored-queries';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import type { ModuleName } from '@/entities/viewer/module-names';
import { withAnsweredSince } from '@/entities/viewer/viewer-after';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { takeFirstScreen } from '@/lib/first-screen';
import type { DateFormat, TimeFormat } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { measureClock, noteServerTime } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import type { Theme } from '@/lib/theme';
import type { WeekDay } from '@/lib/time';

export const ROLES = ['owner', 'manager', 'foreman', 'employee'] as const;
export type Role = (typeof ROLES)[number];

export type ViewerProfile = Narrowed<Row<'profiles'>, { role: Role | null }>;
export type ViewerEmployee = Narrowed<Row<'employees'>, { role: Role }>;
export type ViewerCompany = Narrowed<
  Row<'companies'>,
  { week_start: WeekDay; pay_period_kind: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly' }
>;
export type ViewerPreferences = Narrowed<
  Row<'preferences'>,
  { date_format: DateFormat; time_format: TimeFormat; week_start: WeekDay | null; theme: Theme }
>;

/** An open invitation of the signed-in address. */
export interface ViewerInvitation {
  id: string;
  company_name: string;
  first_name: string;
  last_name: string;
  role: Role;
  inviter_name: string;
  expires_at: string;
}

/** A clock that stopped by a rule, while the person has not said whether that is right. */
export interface ViewerClockStop {
  id: string;
  rule: 'hours' | 'day_end' | 'edge';
  stopped_at: string;
  clock_in: string;
  project_id: string | null;
}

/** What the rules of the clock mean for the person now. */
export interface ViewerClockRules {
  /** Before this the clock does not start. */
  from: string | null;
  /** When the running clock stops by itself. */
  ends_at: string | null;
  /** Whether leaving the site stops it. */
  edge: boolean;
  stop: ViewerClockStop | null;
}

/** What a role of the company's own may add: `private.rights()` of the database. */
export type Right =
  | 'see_rates'
  | 'edit_time'
  | 'approve_time'
  | 'schedule'
  | 'see_locations'
  | 'budgets'
  | 'tickets'
  | 'manage_lists'
  | 'payroll';

export interface ViewerCompanyRole {
  id: string;
  name: string;
  rights: readonly Right[];
  scope: 'everyone' | 'own_crews' | 'own_projects' | 'group';
}

/** Everything the shell needs to know about who is looking, in one call. */
export interface Viewer {
  profile: ViewerProfile | null;
  employee: ViewerEmployee | null;
  company: ViewerCompany | null;
  preferences: ViewerPreferences | null;
  /** Has left a company and is in no other. */
  deactivated: boolean;
  running_entry: RunningEntry | null;
  /** Null or missing: the company has none. */
  clock_rules?: ViewerClockRules | null;
  invitations: ViewerInvitation[];
  /** In how many companies the account works. */
  companies?: number;
  /** What the company switched on or off by name; the rest shows once there is some. */
  modules?: Partial<Record<ModuleName, boolean>>;
  /** Whether the company has public contracts: without, nothing of classes of work is loaded. */
  public_work?: boolean;
  /** Whether certificates are required, or some of the person are on file. */
  certificates?: boolean;
  /** Whether forms are assigned to anybody. */
  forms?: boolean;
  /** Whether the company has written a ticket of extra work. */
  extra_work?: boolean;
  /** A role of the company's own, with the rights it adds to the built-in one. */
  company_role?: ViewerCompanyRole | null;
  /** For managers and owners: whether an accounting or payroll system is connected. */
  accounting?: boolean;
  /** Whether the company approves time in steps. */
  approval_chains?: boolean;
  /** Visitors and subcontractors sign in at one of the sites. */
  site_sign_in?: boolean;
  /** The tables on which the company has fields of its own: without, nothing is loaded for them. */
  custom_fields?: CustomTable[];
  /** Which of them an owner wants answered once the clock runs. */
  clock_fields?: CustomField[];
}

export interface ViewerAnswer extends Viewer {
  server_time: string;
}

interface Told {
  viewer: Viewer;
  sentAt: number;
}

async function viewerOfFirstScreen(userId: string): Promise<Told | null> {
  const first = await takeFirstScreen();
  if (!first?.viewer || first.userId !== userId) return null;
  noteServerTime(first.at, first.sentAt, first.receivedAt);
  return { viewer: first.viewer as Viewer, sentAt: first.sentAt };
}

async function askViewer(signal: AbortSignal): Promise<Told> {
  const sentAt = Date.now();
  const ask = async () =>
    unwrap(await supabase().rpc('viewer').abortSignal(signal)) as unknown as ViewerAnswer;
  // Without the time an answer that says the same is the same, and nothing is drawn again for it.
  const { server_time: _, ...viewer } = await measureClock(ask);
  return { viewer, sentAt };
}

async function fetchViewer(
  userId: string,
  queue: Promise<unknown>,
  signal: AbortSignal,
): Promise<Viewer> {
  if (!navigator.onLine) throw new AppError('offline');
  const { viewer, sentAt } = (await viewerOfFirstScreen(userId)) ?? (await askViewer(signal));
  // The token is for a company they left a moment ago; the next one is for another of theirs.
  if (!viewer.employee && viewer.companies) void supabase().auth.refreshSession();
  await queue;
  // An answer on its way knows nothing of what another sender on this device delivered meanwhile.
  return withAnsweredSince(userId, viewer, sentAt);
}

export function viewerQuery(userId: string) {
  const queryKey = [queryKeys.viewer, userId];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Viewer> => {
      // The clock is never shown without what this device has not sent yet.
      const queue = openQueue(userId).catch(() => undefined);
      try {
        return await fetchViewer(userId, queue, signal);
      } catch (cause) {
        const { code } = toAppError(cause);
        const known = client.getQueryData(queryKey) !== undefined;
        if (known || (code !== 'offline' && code !== 'timeout')) throw cause;
        // The app opens with what it knew last.
        await restoreData(userId);
        const kept = client.getQueryData<Viewer>(queryKey);
        if (!kept) throw cause;
        return kept;
      }
    },
    meta: { answersOffline: true },
    staleTime: 60_000,
    refetchOnReconnect: 'always',
    // Another device may have started or stopped the clock.
    refetchOnWindowFocus: 'always',
  });
}
