import { type ApiAnswer, CredentialsError } from '../payroll-api/api-client.ts';
import { outcomeOfError, outcomeOfFailure } from '../payroll-api/failed-request.ts';
import {
  hoursText,
  hundredths,
  type Outcome,
  type PayActivity,
} from '../payroll-api/pay-activity.ts';
import { type AdpClient, messageText } from './adp-client.ts';
import { type PayrollFile, readPayrollFile } from './person-id.ts';

type Done = (activity: PayActivity, outcome: Outcome) => Promise<void>;

interface Line {
  readonly activity: PayActivity;
  readonly file: PayrollFile;
  /** Hours in hundredths: all of them, or what came on top since. */
  readonly hours: number;
}

/**
 * Hours as pay data batches of ADP Workforce Now, each with a name of its own. ADP has no key that makes a
 * repeat harmless and no way to read a batch back. So nothing is sent a second time by itself: where no answer
 * came, a person looks for the batch there and decides. More hours go as another batch with the difference;
 * fewer are changed by hand, because a batch takes nothing back.
 */
export async function sendToAdp(
  client: AdpClient,
  activities: readonly PayActivity[],
  done: Done,
): Promise<void> {
  const lines: Line[] = [];
  for (const activity of activities) {
    const decided = decide(activity);
    if ('kind' in decided) await done(activity, decided);
    else lines.push(decided);
  }
  const batches = Object.groupBy(lines, ({ file, activity: { content } }) =>
    [file.payrollGroup, content.work_date, content.period_end].join('/'),
  );
  const waiting = Object.values(batches).map((batch) => batch ?? []);
  try {
    for (let batch = waiting[0]; batch; batch = waiting[0]) {
      await sendBatch(client, batch, done);
      waiting.shift();
    }
  } catch (error) {
    // Who is not let in has sent nothing: that is known, and nobody has to look for it there.
    if (error instanceof CredentialsError) {
      const outcome: Outcome = { kind: 'retry', after_seconds: 60, code: 'sign_in_needed' };
      for (const { activity } of waiting.flat()) await done(activity, outcome);
    }
    throw error;
  }
}

function decide(activity: PayActivity): Line | Outcome {
  const { action, content, sentContent: sent } = activity;
  if (activity.isUnanswered) return unsure(batchPrefix(content.period_end));
  const wanted = action === 'delete' ? 0 : hundredths(content);
  const before = sent ? hundredths(sent) : 0;
  if (wanted < before) {
    const theirs = { batch: activity.externalId, hours: hoursText(before) };
    return { kind: 'conflict', reason: 'by_hand', theirs };
  }
  if (wanted === before) {
    if (action === 'delete') return { kind: 'deleted' };
    if (sent) return { kind: 'sent', external_id: activity.externalId ?? '', sync_token: null };
  }
  const file = readPayrollFile(content.person.external_id);
  if (!file) return { kind: 'refused', code: 'no_payroll_file', detail: content.person.name };
  return { activity, file, hours: wanted - before };
}

/** One that ADP refuses is found by halves, so that the others go in few batches. */
async function sendBatch(client: AdpClient, lines: readonly Line[], done: Done): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const name = batchName(first.activity);
  const outcome = await post(client, name, lines);
  const people = [...Map.groupBy(lines, ({ file }) => file.fileNumber).values()];
  if (outcome.kind === 'refused' && outcome.code === 'refused_400' && people.length > 1) {
    const middle = people.length >> 1;
    await sendBatch(client, people.slice(0, middle).flat(), done);
    await sendBatch(client, people.slice(middle).flat(), done);
    return;
  }
  for (const { activity } of lines) await done(activity, outcome);
}

async function post(client: AdpClient, name: string, lines: readonly Line[]): Promise<Outcome> {
  let answer: ApiAnswer;
  try {
    answer = await client.modifyPayData(payDataEvent(name, lines));
  } catch (error) {
    return outcomeOfError(error) ?? unsure(name);
  }
  // 200 may still say that it failed; 202 is taken and worked on.
  const problem = messageText(answer.body);
  if (answer.status === 202 || (answer.status === 200 && problem === '')) {
    return { kind: 'sent', external_id: batchIn(answer.body) ?? name, sync_token: null };
  }
  if (answer.status === 200) return { kind: 'refused', code: 'refused_400', detail: problem };
  return outcomeOfFailure(answer, problem) ?? unsure(name);
}

function payDataEvent(name: string, lines: readonly Line[]): object {
  const files = Map.groupBy(lines, ({ file }) => file.fileNumber);
  const [first] = lines;
  return {
    data: {
      eventContext: {
        payrollGroupCode: { codeValue: first?.file.payrollGroup },
        payrollProcessingJobID: name,
      },
      transform: {
        payDataInput: {
          payeePayInputs: [...files.values()].map((of) => ({
            associateOID: of[0]?.file.associateOID,
            payNumber: '1',
            payrollProfilePayInputs: [
              {
                payrollFileNumber: of[0]?.file.fileNumber,
                payInputs: [
                  {
                    earningInputs: of.map(({ activity: { content }, hours }) => ({
                      earningCode: { codeValue: content.payroll_item.external_id },
                      numberOfHours: hours / 100,
                    })),
                    _modificationTypeCode: 'Add',
                  },
                ],
              },
            ],
          })),
        },
      },
    },
  };
}

/** ADP adds digits to the name; where the answer has it, that is the one to look for. */
function batchIn(body: unknown): string | undefined {
  const { events } = (body ?? {}) as {
    events?: { data?: { eventContext?: { payrollProcessingJobID?: unknown } } }[];
  };
  const name = events?.[0]?.data?.eventContext?.payrollProcessingJobID;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function unsure(batch: string): Outcome {
  return { kind: 'conflict', reason: 'unsure', theirs: { batch } };
}

/** By the last day of the period, so that a person finds them: CL1114 and four of the request. */
function batchName({ content, requestId }: PayActivity): string {
  return `${batchPrefix(content.period_end)}${requestId.slice(0, 4).toUpperCase()}`;
}

function batchPrefix(lastDay: string): string {
  return `CL${lastDay.slice(5, 7)}${lastDay.slice(8, 10)}`;
}
