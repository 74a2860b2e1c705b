import { queryOptions } from '@tanstack/react-query';
import { callSystem } from '@/entities/system/call-system';
import { queryKeys } from '@/lib/query-keys';
import { useWrite } from '@/lib/use-write';

export interface SystemLine {
  id: string;
  state: 'ok' | 'warning' | 'error' | 'off';
  reason: string;
  values: Record<string, string | number | null>;
}

export interface SystemJob {
  name: string;
  lastRunAt: string | null;
  nextRunAt: string | null;
  durationSeconds: number | null;
  state: 'ok' | 'failed' | 'late' | 'running' | 'waiting' | 'off';
}

export interface SystemError {
  happenedAt: string;
  kind: 'request' | 'job';
  name: string;
  status: number | null;
  requestId: string | null;
  errorClass: string;
  server: string;
}

export interface SystemStatus {
  checkedAt: string;
  server: { host: string; worker: number; workers: number; version: string; startedAt: string };
  lines: SystemLine[];
  jobs: SystemJob[];
  errors: SystemError[];
}

export type TestMail =
  | { result: 'sent'; to: string }
  | { result: 'captured'; to: string }
  | { result: 'failed'; to: string; problem: string; server: string; answer: string };

const STATUS_KEY = [queryKeys.system, 'status'] as const;
const REFRESH_MS = 60_000;

export const systemStatusQuery = () =>
  queryOptions({
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => callSystem<SystemStatus>('status', { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });

/** What became of it is part of the answer; only where there is none, the write has failed. */
export function useSendTestMail() {
  return useWrite({
    send: () => callSystem<TestMail>('test-mail', { method: 'POST' }),
    quiet: true,
  });
}

export function useCheckForUpdate() {
  return useWrite({
    send: () => callSystem<SystemLine>('update-check', { method: 'POST' }),
    stale: [STATUS_KEY],
    quiet: true,
  });
}
