import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  hasTimeQuery,
  type PayPeriod,
  periodAtQuery,
  periodsQuery,
} from '@/features/payroll/api/queries';
import { addDays } from '@/lib/time';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The newest period that is over, has time and is not locked: the one payroll still has to be run for.
 * Without such a period, the current one.
 */
function usePeriodToRun(companyId: string, periods: readonly PayPeriod[]) {
  const candidate = periods.find(({ current, locked }) => !current && !locked) ?? null;
  const isNewest = candidate !== null && periods.indexOf(candidate) <= 1;
  const time = useQuery({
    ...hasTimeQuery(companyId, candidate ?? { start: '', end: '' }),
    enabled: isNewest,
  });
  return {
    place: isNewest && time.data ? periods.indexOf(candidate) : 0,
    isPending: isNewest && time.isPending,
  };
}

/** The pay period in the address, also one older than the list; else the one to run. */
export function usePeriod() {
  const companyId = useViewer().company?.id ?? '';
  const [params] = useSearchParams();
  const recent = useQuery({ ...periodsQuery(companyId), enabled: companyId !== '' });
  const periods = recent.data ?? [];

  const inAddress = params.get('from') ?? '';
  const [opened, setOpened] = useState<string | null>(null);
  const asked = DATE.test(inAddress) ? inAddress : opened;
  const place = periods.findIndex(({ start, end }) => {
    return asked !== null && start <= asked && asked <= end;
  });
  // Not isSuccess: a refresh that fails must not bring another period to the screen.
  const isOlder = recent.data !== undefined && asked !== null && place < 0;
  const older = useQuery({ ...periodAtQuery(companyId, asked ?? ''), enabled: isOlder });
  const toRun = usePeriodToRun(companyId, asked === null ? periods : []);
  const shown = place >= 0 ? place : toRun.place;
  const period: PayPeriod | null = isOlder
    ? (older.data ?? null)
    : toRun.isPending
      ? null
      : (periods[shown] ?? null);

  // What is on the screen stays there once it is locked: its export comes next.
  if (asked === null && period !== null) setOpened(period.start);

  const known = isOlder ? undefined : periods[shown + 1];
  const before = useQuery({
    ...periodAtQuery(companyId, period ? addDays(period.start, -1) : ''),
    enabled: period !== null && known === undefined,
  });
  const failed = [recent, older].find((query) => query.error);
  return {
    companyId,
    periods: isOlder && period ? [...periods, period] : periods,
    period,
    previous: known ?? before.data ?? null,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}
