import { type Activity, type ActivityContent, contentOf } from '../system.ts';

/** Hours of one person, pay period and earning: what an activity of ADP and Paychex is. */
export interface PayHours {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly personId: string;
  readonly personName: string;
  readonly earningId: string;
  /** Both systems take hundredths of an hour: half up, from the sum of all minutes. None: it is deleted. */
  readonly hours: number;
  /** Those that are there; 0: none yet. */
  readonly sentHours: number;
}

export function payHours(activity: Activity): PayHours {
  const { action, sentContent } = activity;
  const known = contentOf(activity);
  return {
    periodStart: known.work_date,
    periodEnd: known.period_end ?? known.work_date,
    personId: known.person.external_id,
    personName: known.person.name,
    earningId: known.payroll_item?.external_id ?? '',
    hours: action === 'delete' ? 0 : hundredths(known),
    sentHours: sentContent ? hundredths(sentContent) : 0,
  };
}

function hundredths({ hours, minutes }: Pick<ActivityContent, 'hours' | 'minutes'>): number {
  return Math.floor(((hours * 60 + minutes) * 100) / 60 + 0.5);
}

/** As they came back: the content that is there now. */
export function contentWithHours(content: ActivityContent, hours: number): ActivityContent {
  const minutes = Math.round((hours * 60) / 100);
  return {
    ...content,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    seconds: minutes * 60,
  };
}

export function hoursText(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}
