import type { ApiAnswer } from '../payroll-api/api-client.ts';
import {
  outcomeOfError,
  outcomeOfFailure,
  ReadFailedError,
} from '../payroll-api/failed-request.ts';
import {
  hoursText,
  hundredths,
  type Outcome,
  type PayActivity,
} from '../payroll-api/pay-activity.ts';
import { lineOf, OwnChecks } from './own-checks.ts';
import { errorText, type PaychexClient } from './paychex-client.ts';
import { dayOf, isOpen, type PaychexCheck, type PayPeriod } from './paychex-shapes.ts';

type Done = (activity: PayActivity, outcome: Outcome) => Promise<void>;

/**
 * Hours onto checks that nobody has run yet: one check for a worker and pay period, with an earning for each
 * kind of hours. Paychex has no key that makes a repeat harmless, but says which checks this app made: they are
 * read before anything is written, so what arrived without an answer is found instead of added again.
 */
export async function sendToPaychex(
  client: PaychexClient,
  companyId: string,
  activities: readonly PayActivity[],
  done: Done,
): Promise<void> {
  const groups = Object.groupBy(
    activities,
    ({ content }) => `${content.work_date}/${content.period_end}`,
  );
  for (const group of Object.values(groups)) {
    const waiting = [...(group ?? [])];
    try {
      await sendPeriod(client, companyId, waiting, done);
    } catch (error) {
      if (!(error instanceof ReadFailedError)) throw error;
      for (const activity of waiting) await done(activity, error.outcome);
    }
  }
}

async function sendPeriod(
  client: PaychexClient,
  companyId: string,
  waiting: PayActivity[],
  done: Done,
): Promise<void> {
  const content = waiting[0]?.content;
  if (!content) return;
  const { work_date: start, period_end: end } = content;
  const periods = (await client.payPeriods(companyId, start, end)).filter(
    ({ startDate, endDate }) => dayOf(startDate) === start && dayOf(endDate) === end,
  );
  const open = periods.filter(isOpen);
  const [period] = open;
  const checks = period && open.length === 1 && new OwnChecks(client, companyId, period);
  for (let activity = waiting[0]; activity; activity = waiting[0]) {
    const outcome =
      period && checks
        ? await sendTwice(client, period, checks, activity)
        : withoutPeriod(activity, periods.length, open.length);
    waiting.shift();
    await done(activity, outcome);
  }
}

/** What got no answer is looked up at once; a second time without one is left for later. */
async function sendTwice(
  client: PaychexClient,
  period: PayPeriod,
  checks: OwnChecks,
  activity: PayActivity,
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
  activity: PayActivity,
): Promise<Outcome | undefined> {
  const { action, content } = activity;
  const workerId = content.person.external_id;
  const check = await checks.of(workerId);
  const settled = settledBy(check, activity);
  if (settled) return settled;
  let answer: ApiAnswer;
  try {
    answer = await write(client, period, check, activity);
  } catch (error) {
    return outcomeOfError(error);
  }
  if (answer.status >= 300) return outcomeOfFailure(answer, errorText(answer));
  if (action === 'delete') {
    checks.forget();
    return { kind: 'deleted' };
  }
  // Without the line in the answer its id is not known yet: it is looked up.
  return settledBy(checks.follow(answer, workerId), activity);
}

/** What their side says of it already: it is there as wanted, or somebody else decided. */
function settledBy(check: PaychexCheck | undefined, activity: PayActivity): Outcome | undefined {
  const { action, content, sentContent: sent } = activity;
  const line = lineOf(check, content.payroll_item.external_id);
  if (!check || !line) {
    if (action === 'delete') return { kind: 'deleted' };
    return action === 'update' ? { kind: 'conflict', reason: 'gone', theirs: {} } : undefined;
  }
  const theirs = Math.round(Number(line.payHours ?? 0) * 100);
  if (action !== 'delete' && theirs === hundredths(content)) {
    const external_id = `${check.paycheckId}/${line.checkComponentId}`;
    return { kind: 'sent', external_id, sync_token: null };
  }
  if (sent && theirs === hundredths(sent)) return undefined;
  return { kind: 'conflict', reason: 'edited', theirs: { hours: hoursText(theirs) } };
}

function write(
  client: PaychexClient,
  period: PayPeriod,
  check: PaychexCheck | undefined,
  { action, content }: PayActivity,
): Promise<ApiAnswer> {
  const componentId = content.payroll_item.external_id;
  const payHours = hoursText(hundredths(content));
  const line = lineOf(check, componentId);
  const workerId = content.person.external_id;
  if (!check) return client.addCheck(workerId, period.payPeriodId, { componentId, payHours });
  if (!line) return client.addComponent(check.paycheckId, { componentId, payHours });
  if (action !== 'delete') {
    return client.changeComponent(check.paycheckId, line.checkComponentId, payHours);
  }
  return check.earnings?.length === 1
    ? client.removeCheck(workerId, check.paycheckId)
    : client.removeComponent(check.paycheckId, line.checkComponentId);
}

function withoutPeriod(
  { sentContent, content }: PayActivity,
  known: number,
  open: number,
): Outcome {
  const days = `${content.work_date} – ${content.period_end}`;
  if (open > 1) return { kind: 'refused', code: 'several_pay_periods', detail: days };
  if (known === 0) return { kind: 'refused', code: 'no_pay_period', detail: days };
  if (sentContent) return { kind: 'conflict', reason: 'billed', theirs: { period: days } };
  return { kind: 'refused', code: 'pay_period_processed', detail: days };
}
