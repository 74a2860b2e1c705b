import type { DateInputValue } from '@/components/shared/date-input';
import type { TimeInputValue } from '@/components/shared/time-input';
import type { Audience } from '@/entities/audience/audience';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { addDays, dateOf, instantAt, minuteOfDay } from '@/lib/time';

/** What the form holds, before it is known to be right. */
export interface BulletinDraft {
  kind: 'post' | 'talk';
  title: string;
  body: string;
  title_es: string;
  body_es: string;
  must_acknowledge: boolean;
  pinned: boolean;
  comments_allowed: boolean;
  audience: Audience;
  /** Null: at once. */
  date: DateInputValue;
  time: TimeInputValue;
  /** The last day it is shown; null: no end. */
  until: DateInputValue;
  attachments: ManagedBulletin['attachments'];
  files: File[];
}

/** Of a bulletin, or of none yet. */
export function draftOf(bulletin: ManagedBulletin | null, zone: string): BulletinDraft {
  return {
    kind: bulletin?.kind ?? 'post',
    title: bulletin?.title ?? '',
    body: bulletin?.body ?? '',
    title_es: bulletin?.title_es ?? '',
    body_es: bulletin?.body_es ?? '',
    must_acknowledge: bulletin?.must_acknowledge ?? false,
    pinned: bulletin?.pinned ?? false,
    comments_allowed: bulletin?.comments_allowed ?? false,
    audience: bulletin?.audience ?? { everyone: true },
    ...publishOf(bulletin, zone),
    attachments: bulletin?.attachments ?? [],
    files: [],
  };
}

/** A bulletin that is out keeps its time; a planned one shows it. */
function publishOf(bulletin: ManagedBulletin | null, zone: string) {
  if (!bulletin) return { date: null, time: null, until: null };
  return {
    date: dateOf(Date.parse(bulletin.publish_at), zone),
    time: minuteOfDay(bulletin.publish_at, zone),
    until: bulletin.expires_at ? addDays(dateOf(Date.parse(bulletin.expires_at), zone), -1) : null,
  };
}

/** What is saved of a draft without problems. Spanish may stay empty. */
export function bulletinFields(all: BulletinDraft, zone: string) {
  const { date, time, until, ...draft } = all;
  const titleEs = draft.title_es.trim();
  return {
    ...draft,
    title: draft.title.trim(),
    title_es: titleEs || null,
    body_es: titleEs ? draft.body_es : null,
    publish_at: date && instantAt(date, typeof time === 'number' ? time : 0, zone),
    expires_at: until && instantAt(addDays(until, 1), 0, zone),
  };
}
