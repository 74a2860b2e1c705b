import {
  outcomeOfError,
  outcomeOfFailure,
  ReadFailedError,
} from '../payroll-api/failed-request.ts';
import { contentWithHours, hoursText, payHours } from '../payroll-api/pay-activity.ts';
import type { ApiAnswer } from '../payroll-api/read-answer.ts';
import { type Activity, contentOf, type Noted, type Outcome } from '../system.ts';
import { lineOf, OwnChecks } from './own-checks.ts';
import { errorText, type PaychexClient } from './paychex-client.ts';
import { dayOf, isOpen, type PaychexCheck, type PayPeriod } from './paychex-shapes.ts';

/**
 * Hours onto checks that nobody has run yet: one check for a worker and pay period, with an earning for each
 * kind of hours. Paychex has no key that makes a repeat harmless, but says which checks this app made: they are
 * read before anything is written, so what arrived without an answer is found instead of added again
 * (decision 466).
 */
export async function sendToPaychex(
  client: PaychexClient,
  companyId: string,
  activities: readonly Activity[],
  noted: Noted,
): Promise<void> {
  const groups = Map.groupBy(activities, (activity) => {
    const { periodStart, periodEnd } = payHours(activity);
    return `${periodStart}/${periodEnd}`;
  });
  for (const waiting of groups.values()) {
    try {
      await sendPeriod(client, companyId, waiting, noted);
    } catch (error) {
      if (!(error instanceof ReadFailedError)) throw error;
      for (const activity of waiting) await noted(activity, error.outcome);
    }
  }
}

async function sendPeriod(
  client: PaychexClient,
  companyId: string,
  waiting: Activity[],
  noted: Noted,
): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const { periodStart, periodEnd } = payHours(first);
  const periods = (await client.payPeriods(companyId, periodStart, periodEnd)).filter(
    ({ startDate, endDate }) => dayOf(startDate) === periodStart && dayOf(endDate) === periodEnd,
  );
  const open = periods.filter(isOpen);
  const [period] = open;
  const checks = period && open.length === 1 && new OwnChecks(client, companyId, period);
  for (let activity: Activity | undefined = first; activity; activity = waiting[0]) {
    const outcome =
      period && checks
        ? await sendTwice(client, period, checks, activity)
        : withoutPeriod(activity, periods.length, open.length);
    waiting.shift();
    await noted(activity, outcome);
  }
}

/** What got no answer is looked up at once; a second time without one is left for later. */
async function sendTwice(
  client: PaychexClient,
  period: PayPeriod,
  checks: OwnChecks,
  activity: Activity,
): Promise<Outcome> {
  const first = await send(client, period, checks, activity);
  if (first) return first;
  checks.forget();
  const second = await send(client, period, checks, activity);
  if (second) return second;
  checks.forget();
  return { kind: 'retry', after_seconds: 120, code: 'unanswered' };
}

async function send(
  client: PaychexClient,
  period: PayPeriod,
  checks: OwnChecks,
  activity: Activity,
): Promise<Outcome | undefined> {
  const { personId } = payHours(activity);
  const check = await checks.of(personId);
  const settled = settledBy(check, activity);
  if (settled) return settled;
  let answer: ApiAnswer;
  try {
    answer = await write(client, period, check, activity);
  } catch (error) {
    return outcomeOfError(error);
  }
  if (answer.status >= 300) return outcomeOfFailure(answer, errorText(answer));
  if (activity.action === 'delete') {
    checks.forget();
    return { kind: 'deleted' };
  }
  // Without the line in the answer its id is not known yet: it is looked up.
  return settledBy(checks.follow(answer, personId), activity);
}

/** What their side says of it already: it is there as wanted, or somebody else decided. */
function settledBy(check: PaychexCheck | undefined, activity: Activity): Outcome | undefined {
  const { action, sentContent } = activity;
  const { earningId, hours, sentHours } = payHours(activity);
  const line = lineOf(check, earningId);
  if (!check || !line) {
    if (action === 'delete') return { kind: 'deleted' };
    return action === 'update' ? { kind: 'conflict', reason: 'gone', theirs: null } : undefined;
  }
  const theirs = Math.round(Number(line.payHours ?? 0) * 100);
  const external_id = `${check.paycheckId}/${line.checkComponentId}`;
  if (action !== 'delete' && theirs === hours) {
    return { kind: 'sent', external_id, sync_token: null };
  }
  if (sentContent && theirs === sentHours) return undefined;
  return {
    kind: 'conflict',
    reason: 'edited',
    theirs: { external_id, content: contentWithHours(contentOf(activity), theirs) },
  };
}

function write(
  client: PaychexClient,
  period: PayPeriod,
  check: PaychexCheck | undefined,
  activity: Activity,
): Promise<ApiAnswer> {
  const { personId, earningId, hours } = payHours(activity);
  const earning = { componentId: earningId, payHours: hoursText(hours) };
  const line = lineOf(check, earningId);
  if (!check) return client.addCheck(personId, period.payPeriodId, earning);
  if (!line) return client.addComponent(check.paycheckId, earning);
  if (activity.action !== 'delete') {
    return client.changeComponent(check.paycheckId, line.checkComponentId, earning.payHours);
  }
  return check.earnings?.length === 1
    ? client.removeCheck(personId, check.paycheckId)
    : client.removeComponent(check.paycheckId, line.checkComponentId);
}

function withoutPeriod(activity: Activity, known: number, open: number): Outcome {
  const { periodStart, periodEnd } = payHours(activity);
  const days = `${periodStart} – ${periodEnd}`;
  if (open > 1) return { kind: 'refused', code: 'several_pay_periods', detail: days };
  if (known === 0) return { kind: 'refused', code: 'no_pay_period', detail: days };
  if (activity.sentContent) return { kind: 'conflict', reason: 'billed', theirs: null };
  return { kind: 'refused', code: 'pay_period_processed', detail: days };
}
