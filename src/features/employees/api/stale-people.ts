import { queryKeys } from '@/lib/query-keys';

/** Everything that shows people, stale after a change of one of them. */
export const STALE_PEOPLE = [queryKeys.employees, queryKeys.team, queryKeys.audit];
