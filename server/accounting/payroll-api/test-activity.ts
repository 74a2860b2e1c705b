import type { Activity, ActivityContent } from '../system.ts';

/** Hours of a person in the week of 2026-11-08, for tests of systems that take pay periods. */
export function testActivity(
  personId: string,
  earningId: string,
  hours: number,
  changes: Partial<Activity> = {},
): Activity {
  return {
    id: `${personId} ${earningId}`,
    action: 'create',
    requestId: `${personId.slice(-4)}-0000`,
    externalId: null,
    syncToken: null,
    attempt: 1,
    isUnanswered: false,
    content: contentOf(personId, earningId, Math.round(hours * 60)),
    sentContent: null,
    mayExist: true,
    ...changes,
  } as Activity;
}

function contentOf(personId: string, earningId: string, minutes: number): ActivityContent {
  return {
    work_date: '2026-11-08',
    period_end: '2026-11-14',
    person: { kind: 'employee', external_id: personId, name: personId },
    payroll_item: { external_id: earningId, name: earningId },
    customer: null,
    project: null,
    item: null,
    class: null,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    seconds: minutes * 60,
    billable: false,
    description: '',
  };
}
