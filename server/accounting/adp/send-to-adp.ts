import { CredentialsError } from '../payroll-api/api-client.ts';
import { outcomeOfError, outcomeOfFailure } from '../payroll-api/failed-request.ts';
import { hoursText, payHours } from '../payroll-api/pay-activity.ts';
import type { ApiAnswer } from '../payroll-api/read-answer.ts';
import type { Activity, Noted, Outcome } from '../system.ts';
import { type AdpClient, messageText } from './adp-client.ts';
import { batchIn, batchName, batchPrefix, type Line, payDataEvent } from './pay-data.ts';
import { readPayrollFile } from './person-id.ts';

/**
 * Hours as pay data batches of ADP Workforce Now, each with a name of its own. ADP has no key that makes a
 * repeat harmless and no way to read a batch back. So nothing is sent a second time by itself: where no answer
 * came, a person looks for the batch there and decides. More hours go as another batch with the difference;
 * fewer are changed by hand, because a batch takes nothing back (decision 467).
 */
export async function sendToAdp(
  client: AdpClient,
  activities: readonly Activity[],
  noted: Noted,
  signal?: AbortSignal,
): Promise<void> {
  const lines: Line[] = [];
  for (const activity of activities) {
    const decided = decide(activity);
    if ('kind' in decided) await noted(activity, decided);
    else lines.push(decided);
  }
  const batches = Map.groupBy(lines, ({ file, periodEnd }) => `${file.payrollGroup}/${periodEnd}`);
  const waiting = [...batches.values()];
  const giveUp = async (code: string) => {
    const outcome: Outcome = { kind: 'retry', after_seconds: 60, code, arrived: false };
    for (const { activity } of waiting.flat()) await noted(activity, outcome);
  };
  try {
    for (let batch = waiting[0]; batch; batch = waiting[0]) {
      if (signal?.aborted) return await giveUp('stopped');
      await sendBatch(client, batch, noted);
      waiting.shift();
    }
  } catch (error) {
    // Who is not let in has sent nothing: that is known, and nobody has to look for it there.
    if (error instanceof CredentialsError) await giveUp('sign_in_needed');
    throw error;
  }
}

function decide(activity: Activity): Line | Outcome {
  const { periodEnd, personId, personName, earningId, hours, sentHours } = payHours(activity);
  if (activity.isUnanswered) return unsure(batchPrefix(periodEnd), activity);
  if (hours < sentHours) {
    const { externalId: external_id, content } = activity;
    const theirs = { external_id, content, hours: hoursText(sentHours) };
    return { kind: 'conflict', reason: 'by_hand', theirs };
  }
  if (hours === sentHours) {
    return activity.action === 'delete'
      ? { kind: 'deleted' }
      : { kind: 'sent', external_id: activity.externalId ?? '', sync_token: null };
  }
  const file = readPayrollFile(personId);
  if (!file) return { kind: 'refused', code: 'no_payroll_file', detail: personName };
  return { activity, file, periodEnd, earningCode: earningId, hours: hours - sentHours };
}

/** One that ADP refuses is found by halves, so that the others go in few batches. */
async function sendBatch(client: AdpClient, lines: readonly Line[], noted: Noted): Promise<void> {
  const outcome = await post(client, lines);
  const people = [...Map.groupBy(lines, ({ file }) => file.fileNumber).values()];
  if (
    outcome !== 'unsure' &&
    outcome.kind === 'refused' &&
    outcome.code === 'refused_400' &&
    people.length > 1
  ) {
    const middle = people.length >> 1;
    await sendBatch(client, people.slice(0, middle).flat(), noted);
    await sendBatch(client, people.slice(middle).flat(), noted);
    return;
  }
  for (const { activity } of lines) {
    await noted(activity, outcome === 'unsure' ? unsure(batchName(lines), activity) : outcome);
  }
}

async function post(client: AdpClient, lines: readonly Line[]): Promise<Outcome | 'unsure'> {
  const name = batchName(lines);
  let answer: ApiAnswer;
  try {
    answer = await client.modifyPayData(payDataEvent(name, lines));
  } catch (error) {
    return outcomeOfError(error) ?? 'unsure';
  }
  // 200 may still say that it failed; 202 is taken and worked on.
  const problem = messageText(answer.body);
  if (answer.status === 202 || (answer.status === 200 && problem === '')) {
    return { kind: 'sent', external_id: batchIn(answer.body) ?? name, sync_token: null };
  }
  if (answer.status === 200) return { kind: 'refused', code: 'refused_400', detail: problem };
  return outcomeOfFailure(answer, problem) ?? 'unsure';
}

/** A person finds the batch there, or not. Where it is, it has what was sent. */
function unsure(batch: string, { content }: Activity): Outcome {
  return { kind: 'conflict', reason: 'unsure', theirs: { external_id: batch, content } };
}
