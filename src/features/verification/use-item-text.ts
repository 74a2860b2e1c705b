import type { StatusTone } from '@/components/shared/status-dot';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { Item } from '@/features/verification/api/queries';
import { clockError } from '@/features/verification/punch-effects';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

export interface ItemText {
  title: string;
  text: string;
  tone: StatusTone;
}

const TONES: Partial<Record<Item['kind'], StatusTone>> = {
  injury: 'danger',
  disputed_timesheet: 'danger',
  kiosk_photo: 'danger',
  unsigned_timesheet: 'idle',
  meter_jump: 'idle',
  expiring_certificate: 'idle',
  visit_not_signed_out: 'idle',
};

/** `14 min ahead`, `45 s behind` or `On time`: how a phone's clock stood. */
export function useClockError(): (offsetMs: number) => string {
  const { t } = useTranslation('verification');
  return (offsetMs) => {
    const ahead = clockError(offsetMs);
    if (ahead === null) return t('fact.onTime');
    const size = Math.abs(ahead);
    const duration = size < 60 ? t('fact.seconds', { seconds: size }) : formatDuration(size);
    return t(ahead > 0 ? 'fact.ahead' : 'fact.behind', { duration });
  };
}

/** The rules that a start can stand against. */
const ruleOf = (rule: Item['detail']['rule']): 'early' | 'off_site' | 'no_fix' | 'certificate' =>
  rule === 'early' || rule === 'off_site' || rule === 'certificate' ? rule : 'no_fix';

const secondsBetween = (from = '', to = ''): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 1000) || 0;

/** What the person said about a clock nobody stopped, beside what was proposed. */
function useForgottenText(): (item: Item, name: string) => [string, string] {
  const { t } = useTranslation('verification');
  const clockOf = useSiteClocks();
  return ({ project_id, detail }, name) => {
    const { time } = clockOf(project_id);
    const at = (moment: string | undefined): string => (moment ? time(moment) : '');
    const isLate = detail.effect === 'already_stopped';
    const title = isLate ? 'late' : detail.effect === 'applied' ? 'title' : 'notApplied';
    const reason = translate(`verification:item.forgotten.reason.${detail.reason}`, {
      count: detail.sample_size ?? 0,
    });
    const { activity, activity_at, said_at } = detail;
    const isLater = secondsBetween(said_at, activity_at) > 300;
    return [
      t(`item.forgotten.${title}`, { name, said: at(said_at), stopped: at(detail.clock_out) }),
      [
        t('item.forgotten.text', { proposed: at(detail.proposed_at), reason }),
        activity && isLater && t(`item.forgotten.activity.${activity}`, { time: at(activity_at) }),
      ]
        .filter(Boolean)
        .join(' · '),
    ];
  };
}

/** What happened, in the reader's language, from the kind and what was noted with it. */
export function useItemText(): (item: Item) => ItemText {
  const { t, language } = useTranslation('verification');
  const format = useFormat();
  const clockOf = useSiteClocks();
  const errorOf = useClockError();
  const forgotten = useForgottenText();
  return (item) => {
    const { detail } = item;
    const name = `${item.first_name ?? ''} ${item.last_name ?? ''}`.trim();
    const range =
      detail.start_date && detail.end_date
        ? format.dateRange(detail.start_date, detail.end_date)
        : '';
    const question = (language === 'es' ? detail.text_es : detail.text_en) ?? '';
    const texts: Record<Item['kind'], [string, string]> = {
      injury: [
        t('item.injury.title', { name }),
        detail.note || t(`item.injury.text.${detail.moment === 'in' ? 'in' : 'out'}`),
      ],
      answer: [
        t('item.answer.title', { name, answer: t(`answer.${detail.answer ?? 'no'}`) }),
        question,
      ],
      off_site_punch: [
        t(`item.offSite.${detail.moment === 'out' ? 'out' : 'in'}`, { name }),
        detail.edge_m
          ? t('item.offSite.text', {
              distance: format.distance(detail.edge_m),
              project: item.project_name ?? '',
            })
          : (item.project_name ?? ''),
      ],
      held_event: [
        t(detail.ends_at ? 'item.held.shift' : 'item.held.title', { name }),
        translate(`verification:item.held.problem.${detail.problem ?? 'other'}`),
      ],
      device_clock: [
        clockError(detail.offset_ms ?? 0) === null
          ? t('item.clock.wrong')
          : t('item.clock.title', { error: errorOf(detail.offset_ms ?? 0) }),
        t(detail.ends_at ? 'item.clock.shift' : 'item.clock.text', { name }),
      ],
      disputed_timesheet: [t('item.disputed', { name }), `${range} · ${detail.note ?? ''}`],
      signed_time_edited: [t('item.edited'), t('item.editedText', { name, range })],
      unsigned_timesheet: [
        t('item.unsigned', { name }),
        `${range} · ${formatDuration(detail.seconds ?? 0)}`,
      ],
      failed_inspection: [
        t('item.inspection', { machine: detail.equipment_name }),
        format.list(detail.failed ?? []) || (detail.note ?? ''),
      ],
      expiring_certificate: [
        t('item.certificate', { name, certificate: detail.certificate }),
        detail.end_date ? format.date(detail.end_date) : '',
      ],
      certificate_proof: [
        t('item.proof', { name, certificate: detail.certificate }),
        t('item.proofText'),
      ],
      meter_jump: [
        t('item.meter', { machine: detail.equipment_name }),
        t('item.meterText', {
          before: format.number(detail.before ?? 0, 1),
          after: format.number(detail.reading ?? 0, 1),
        }),
      ],
      pin_locked: [t('item.pin', { name }), t('item.pinText')],
      early_clock_in: [
        t('item.early', { name }),
        [
          detail.shift_starts_at &&
            t('item.earlyText', {
              time: clockOf(item.project_id).time(detail.shift_starts_at),
            }),
          detail.note,
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      forgotten_punch: forgotten(item, name),
      long_clock: [
        t('item.longClock', {
          name,
          duration: formatDuration(secondsBetween(detail.clock_in, detail.clock_out)),
        }),
        t('item.longClockText'),
      ],
      own_pay: [
        t('item.ownPay', { name }),
        [
          detail.hourly_rate !== undefined &&
            t('item.ownRate', { amount: format.money(detail.hourly_rate) }),
          detail.amount_cents !== undefined && format.moneyFromCents(detail.amount_cents),
          detail.hours !== undefined &&
            t('item.ownHours', { hours: formatDuration(detail.hours * 3600) }),
          detail.day && format.date(detail.day),
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      own_approval: [
        t('item.ownApproval', { name }),
        range || (detail.day ? format.date(detail.day) : ''),
      ],
      pin_by_other: [
        t('item.pinByOther', { name }),
        t('item.pinByOtherText', { name: detail.by_name ?? '' }),
      ],
      clock_rule: [
        t(detail.overridden ? 'item.clockRule.overridden' : 'item.clockRule.flagged', { name }),
        [
          t(`item.clockRule.${ruleOf(detail.rule)}`),
          format.list(detail.certificates ?? []),
          detail.by_name && t('item.clockRule.by', { name: detail.by_name }),
          detail.note,
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      clock_stop: [
        t('item.clockStop.title', { name }),
        [
          t('item.clockStop.text', {
            stopped: clockOf(item.project_id).time(detail.stopped_at ?? item.happened_at),
            claimed: clockOf(item.project_id).time(detail.claimed_at ?? item.happened_at),
          }),
          detail.note,
        ]
          .filter(Boolean)
          .join(' · '),
      ],
      failed_form_answer: [
        t('item.formAnswer', { form: detail.form_name?.[language] ?? '' }),
        [detail.question?.[language], detail.person, detail.equipment_name, item.project_name]
          .filter(Boolean)
          .join(' · '),
      ],
      kiosk_photo: [t('item.photo', { name }), t('item.photoText')],
      visit_not_signed_out: [
        t('item.visit', { count: detail.count ?? 0 }),
        [item.project_name, detail.work_date && format.date(detail.work_date)]
          .filter(Boolean)
          .join(' · '),
      ],
    };
    const [title, text] = texts[item.kind];
    return { title, text, tone: TONES[item.kind] ?? 'attention' };
  };
}
