import type { FetchQueryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { teamQuery } from '@/entities/employee/team-query';
import { fencesQuery } from '@/entities/geofence/geofences-query';
import { awayQuery } from '@/entities/time-off/time-off-queries';
import {
  budgetOverviewQuery,
  budgetReportQuery,
  unitRatesQuery,
} from '@/features/budgets/api/queries';
import { readersQuery } from '@/features/bulletin/api/queries';
import { membersQuery } from '@/features/crew-hours/api/queries';
import { signersQuery } from '@/features/documents/api/queries';
import { machinesQuery } from '@/features/equipment/api/queries';
import { onSiteQuery } from '@/features/map/api/queries';
import {
  owedQuery,
  postedAdjustmentsQuery,
  proposalsQuery,
  withoutPlaceQuery,
} from '@/features/payroll/api/queries';
import { progressReportQuery } from '@/features/progress/api/queries';
import { actualQuery, warningsQuery } from '@/features/scheduling/api/queries';
import { queryClient } from '@/lib/query-client';
import type { AskedRequest } from '@/testing/backend';
import { openPart } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const WEEK = { start: '2026-03-09', end: '2026-03-15' };
const PAGE = 1000;
const ROWS = PAGE + 2;

/** As the data API does it: never more than a page, whoever asks. */
function pageOf({ query }: AskedRequest): object[] {
  const from = Number(query.get('offset') ?? 0);
  return Array.from({ length: Math.min(PAGE, Math.max(0, ROWS - from)) }, () => ({}));
}

const { start, end } = WEEK;
const LISTS: Record<string, object> = {
  'POST rpc/my_team': teamQuery('one'),
  'GET geofences': fencesQuery(COMPANY_ID),
  'POST rpc/time_off_calendar': awayQuery(start, end),
  'POST rpc/budget_overview': budgetOverviewQuery(COMPANY_ID),
  'POST rpc/budget_report': budgetReportQuery('one'),
  'POST rpc/unit_rates': unitRatesQuery(COMPANY_ID),
  'POST rpc/bulletin_report': readersQuery('one'),
  'GET crew_members': membersQuery(COMPANY_ID),
  'POST rpc/document_signers': signersQuery('one'),
  'POST rpc/equipment_overview': machinesQuery(COMPANY_ID, true),
  'GET equipment': machinesQuery(COMPANY_ID, false),
  'POST rpc/on_site_now': onSiteQuery(COMPANY_ID),
  'POST rpc/payroll_adjustments_owed': owedQuery(COMPANY_ID, WEEK),
  'POST rpc/posted_adjustments': postedAdjustmentsQuery(COMPANY_ID, WEEK),
  'POST rpc/propose_clock_outs': proposalsQuery(COMPANY_ID, WEEK),
  'GET time_entries': withoutPlaceQuery(COMPANY_ID, WEEK),
  'POST rpc/progress_report': progressReportQuery('one', WEEK),
  'POST rpc/plan_and_actual': actualQuery(COMPANY_ID, start, end),
  'POST rpc/schedule_warnings': warningsQuery(COMPANY_ID, WEEK),
};

test('lists longer than a page of the data API are not cut', async () => {
  const answers = Object.fromEntries(Object.keys(LISTS).map((what) => [what, pageOf]));
  await openPart(null, { namespaces: [], answers });
  const lengths = await Promise.all(
    Object.entries(LISTS).map(async ([what, query]) => {
      const rows = await queryClient.fetchQuery(query as FetchQueryOptions<unknown[]>);
      return [what, rows.length];
    }),
  );
  expect(lengths).toEqual(Object.keys(LISTS).map((what) => [what, ROWS]));
});
