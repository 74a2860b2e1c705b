import { CircleAlert, CircleCheck } from 'lucide-react';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PersonOutcome {
  result: string;
  message: string | null;
  /** Of the preview; what was saved is on the screen. */
  entries: { clock_in: string; clock_out: string }[] | null;
  /** Cells that no longer have the minutes they were based on. */
  changed?: ChangedCell[];
}

export interface ChangedCell {
  cost_code_id: string | null;
  saved: number;
  yours: number;
  saved_at: string | null;
}

const REASONS = [
  'changed_meanwhile',
  'locked',
  'approved',
  'no_room',
  'time_in_future',
  'not_in_crew',
  'cost_code_archived',
  'cost_code_not_on_project',
  'project_not_open_to_you',
  'project_not_active',
  'project_has_phases',
] as const;

/** What saving will do for this person, or did. */
export function Outcome({ outcome }: { outcome: PersonOutcome | undefined }) {
  const { t } = useTranslation('crew-hours');
  const format = useFormat();
  if (!outcome) return null;
  if (outcome.result === 'conflict') {
    const reason = REASONS.find((known) => known === outcome.message) ?? 'other';
    return (
      <p className="flex items-start gap-2 text-danger">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {t(`reason.${reason}`)}
      </p>
    );
  }
  const first = outcome.entries?.at(0);
  const last = outcome.entries?.at(-1);
  return (
    <div className="flex items-start gap-2">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-success-strong" aria-hidden="true" />
      <div>
        <p>
          {outcome.entries && outcome.entries.length > 0
            ? t('adds', { count: outcome.entries.length })
            : t(outcome.entries || outcome.result === 'same' ? 'same' : 'saved')}
        </p>
        {first && last && (
          <p className="text-muted text-xs">
            {format.time(first.clock_in)} – {format.time(last.clock_out)}
          </p>
        )}
        {outcome.message === 'own_time_kept' && (
          <p className="text-attention-strong text-xs">{t('ownKept')}</p>
        )}
      </div>
    </div>
  );
}
