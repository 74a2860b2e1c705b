import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import type { Connection } from '@/features/accounting/api/connections';
import {
  type Activity,
  type ActivityContent,
  conflictsQuery,
  type Decision,
  useDecide,
  useRetry,
} from '@/features/accounting/api/overview';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type Conflict = 'edited' | 'billed' | 'gone' | 'exists' | 'unsure' | 'by_hand';

/** What can be decided: what was billed there stays. */
const DECISIONS: Readonly<Record<Conflict, readonly Decision[]>> = {
  edited: ['keep_theirs', 'send_ours'],
  billed: ['keep_theirs'],
  gone: ['keep_theirs', 'send_ours'],
  exists: ['link', 'keep_theirs', 'send_ours'],
  unsure: ['link', 'send_ours'],
  by_hand: ['link', 'keep_theirs'],
};

/** What a refusal is about where the system's own words would not say what to do. */
const REFUSALS = [
  'not_allowed',
  'no_pay_period',
  'several_pay_periods',
  'pay_period_processed',
  'no_payroll_file',
] as const;

/** What is otherwise there than we sent it, and what was refused. Nothing is overwritten unasked. */
export function ConflictsView({ connection }: { connection: Connection }) {
  const { t } = useTranslation('accounting');
  const conflicts = useQuery(conflictsQuery(connection.id));
  return (
    <Loaded query={conflicts} skeleton={<ListSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={CircleCheck} title={t('conflict.none')} text={t('conflict.noneText')} />
        ) : (
          <ul className="divide-y">
            {rows.map((activity) => (
              <ConflictRow key={activity.id} activity={activity} connection={connection} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** What a decision says where the question is whether it arrived, or was changed by hand. */
const ASKED: Readonly<Record<string, 'isThere' | 'notThere' | 'changedThere'>> = {
  'unsure.link': 'isThere',
  'unsure.send_ours': 'notThere',
  'by_hand.link': 'changedThere',
};

interface ConflictRowProps {
  activity: Activity;
  connection: Connection;
}

function ConflictRow({ activity, connection }: ConflictRowProps) {
  const { t } = useTranslation('accounting');
  const format = useFormat();
  const system = SYSTEM_NAMES[connection.system];
  const { content, sent_content: sent, theirs, employee } = activity;
  const conflict = activity.conflict as Conflict | null;
  const end = (content ?? sent)?.period_end;
  const refusal = REFUSALS.find((code) => code === activity.problem);
  const batch = theirs?.external_id ?? '';
  const there = conflict === 'by_hand' ? sent : (theirs?.content ?? null);
  const person = `${employee.first_name} ${employee.last_name}`.trim();
  return (
    <li className="grid gap-3 px-5 py-4">
      <div>
        <p className="font-[620]">
          {person} ·{' '}
          {end ? format.dateRange(activity.work_date, end) : format.weekdayDate(activity.work_date)}
        </p>
        <p className="text-sm">
          {conflict
            ? t(`conflict.${conflict}`, { system, batch })
            : refusal
              ? t(`refusal.${refusal}`, { system, detail: activity.problem_detail ?? '' })
              : t('refused', { detail: activity.problem_detail ?? activity.problem ?? '' })}
        </p>
      </div>
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        <Side label={t('conflict.ours')} content={content} other={conflict ? there : null} />
        {conflict && conflict !== 'unsure' && (
          <Side
            label={t('conflict.theirs', { system })}
            content={conflict === 'gone' ? null : there}
            other={content}
          />
        )}
      </dl>
      <Answers activity={activity} person={person} conflict={conflict} />
    </li>
  );
}

interface SideProps {
  label: string;
  content: ActivityContent | null;
  /** The other side, beside which it is read. */
  other: ActivityContent | null;
}

function Side({ label, content, other }: SideProps) {
  const { t } = useTranslation('accounting');
  const differences = useDifferences();
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">
        {content
          ? [
              formatDuration((content.hours * 60 + content.minutes) * 60),
              content.project?.name ?? content.customer?.name,
              content.item?.name,
              content.class?.name,
              content.payroll_item?.name,
              ...differences(content, other ?? content),
            ]
              .filter(Boolean)
              .join(' · ')
          : t('conflict.nothing')}
      </dd>
    </div>
  );
}

/** What is said only where it is not the same on both sides: otherwise two equal lines would ask for a decision. */
function useDifferences() {
  const { t } = useTranslation('accounting');
  const format = useFormat();
  const billing = ({ billable, rate }: ActivityContent) => {
    if (!billable) return t('conflict.notBillable');
    return rate ? t('conflict.billableAt', { rate: format.money(rate) }) : t('conflict.billable');
  };
  return (content: ActivityContent, other: ActivityContent) => [
    content.work_date !== other.work_date && format.weekdayDate(content.work_date),
    content.person?.external_id !== other.person?.external_id && content.person?.name,
    billing(content) !== billing(other) && billing(content),
    textOf(content) !== textOf(other) && `“${textOf(content)}”`,
  ];
}

/** Without the mark by which it is found again. */
const textOf = ({ description = '' }: ActivityContent): string =>
  description.replace(/\s*\[CL:[^\]]*\]/, '');

interface AnswersProps {
  activity: Activity;
  person: string;
  conflict: Conflict | null;
}

function Answers({ activity, person, conflict }: AnswersProps) {
  const { t } = useTranslation('accounting');
  const decide = useDecide();
  const retry = useRetry();
  if (!conflict) {
    return (
      <Button
        className="justify-self-start"
        size="small"
        busy={retry.isPending}
        onClick={() => retry.mutate(activity.id)}
      >
        {t('tryAgain')}
        <span className="sr-only">{person}</span>
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {DECISIONS[conflict].map((decision) => (
        <Button
          key={decision}
          size="small"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ id: activity.id, decision })}
        >
          {t(`decision.${ASKED[`${conflict}.${decision}`] ?? decision}`)}
          <span className="sr-only">{person}</span>
        </Button>
      ))}
    </div>
  );
}
