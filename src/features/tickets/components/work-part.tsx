import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { dayWorkQuery } from '@/features/tickets/api/queries';
import { HoursDialog } from '@/features/tickets/components/hours-dialog';
import { Part } from '@/features/tickets/components/part';
import { PersonDialog } from '@/features/tickets/components/person-dialog';
import { type Candidate, candidatesOf, linesFor } from '@/features/tickets/day-lines';
import { secondsOf, type Ticket, type TicketLine } from '@/features/tickets/ticket';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface LinesPartProps {
  ticket: Ticket;
  onLinesChange: (lines: TicketLine[]) => void;
}

/** People and machines, ticked from the day's time. Hours may be fewer than were worked. */
export function WorkPart({ ticket, onLinesChange }: LinesPartProps) {
  const { t } = useTranslation('tickets');
  const { fields } = ticket;
  const work = useQuery(dayWorkQuery(fields.project_id, fields.work_date));
  const [editing, setEditing] = useState<Candidate | null>(null);
  const [adding, setAdding] = useState(false);
  const candidates = candidatesOf(work.data, fields.lines);
  const others = (candidate: Candidate) =>
    fields.lines.filter((line) => !candidate.lines.some(({ id }) => id === line.id));
  const set = (candidate: Candidate, hours: { regular: number; overtime: number }) =>
    onLinesChange([...others(candidate), ...linesFor(candidate, hours)]);
  return (
    <Part title={t('work.title')} aside={t('work.fromTime')}>
      <Card>
        {candidates.length === 0 && (
          <p className="px-4 py-3 text-muted text-sm">
            {t(
              work.isPending && work.fetchStatus !== 'fetching'
                ? 'work.noSignal'
                : work.isPending
                  ? 'work.loading'
                  : 'work.none',
            )}
          </p>
        )}
        <ul className="divide-y">
          {candidates.map((candidate) => (
            <CandidateRow
              key={candidate.key}
              candidate={candidate}
              onToggle={(on) => set(candidate, { regular: on ? candidate.hours : 0, overtime: 0 })}
              onEdit={() => setEditing(candidate)}
            />
          ))}
        </ul>
        <div className="border-t px-2 py-1">
          <Button variant="link" size="small" onClick={() => setAdding(true)}>
            {t('work.addPerson')}
          </Button>
        </div>
      </Card>
      {editing && (
        <HoursDialog
          candidate={editing}
          onClose={() => setEditing(null)}
          onSave={(hours) => {
            set(editing, hours);
            setEditing(null);
          }}
        />
      )}
      {adding && (
        <PersonDialog
          onClose={() => setAdding(false)}
          onSave={(line) => {
            onLinesChange([...fields.lines, line]);
            setAdding(false);
          }}
        />
      )}
    </Part>
  );
}

interface CandidateRowProps {
  candidate: Candidate;
  onToggle: (on: boolean) => void;
  onEdit: () => void;
}

function CandidateRow({ candidate, onToggle, onEdit }: CandidateRowProps) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const id = useId();
  const chosen = candidate.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const overtime = candidate.lines
    .filter(({ hours_kind }) => hours_kind !== 'regular')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const detail = [
    candidate.detail,
    candidate.clockIn &&
      t('work.fromTo', {
        from: format.time(candidate.clockIn),
        to: candidate.clockOut ? format.time(candidate.clockOut) : t('work.now'),
      }),
    overtime > 0 && t('work.ofWhichOvertime', { hours: formatDuration(secondsOf(overtime)) }),
  ];
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Checkbox
        id={id}
        checked={chosen > 0}
        disabled={chosen === 0 && candidate.hours === 0}
        onCheckedChange={(on) => onToggle(on === true)}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className={chosen > 0 ? undefined : 'text-muted'}>{candidate.name}</span>
        <span className="block text-muted text-sm">{detail.filter(Boolean).join(' · ')}</span>
      </label>
      {chosen > 0 ? (
        <Button
          size="small"
          onClick={onEdit}
          aria-label={t('work.changeHours', { name: candidate.name })}
        >
          <span className="tabular font-[620]">{formatDuration(secondsOf(chosen))}</span>
        </Button>
      ) : (
        <span className="text-muted text-sm">
          {candidate.hours === 0 ? t('work.onOther') : '–'}
        </span>
      )}
    </li>
  );
}
