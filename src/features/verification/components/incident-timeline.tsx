import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { StatusDot } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import {
  type Incident,
  type IncidentNote,
  incidentNotesQuery,
} from '@/features/verification/api/queries';
import { useAddIncidentNote } from '@/features/verification/api/save-incident';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What one line of the timeline says. */
export function useNoteText(): (note: IncidentNote) => string {
  const { t } = useTranslation('verification');
  const format = useFormat();
  return (note) => {
    if (note.kind === 'note') return note.body;
    if (note.kind !== 'changed') return t(`timeline.${note.kind}`);
    const fields = Object.keys(note.changes).map((name) =>
      t(`incident.${name}` as 'incident.place', { defaultValue: name }),
    );
    return t('timeline.changed', { fields: format.list(fields) });
  };
}

export function IncidentTimeline({ incident }: { incident: Incident }) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const words = useNoteText();
  const notes = useQuery(incidentNotesQuery(incident.company_id, incident.id));
  const add = useAddIncidentNote(incident.company_id);
  const [body, setBody] = useState('');
  return (
    <section className="mt-5 border-t pt-4">
      <h3 className="mb-2 font-[620]">{t('timeline.title')}</h3>
      <Loaded query={notes} skeleton={<ListSkeleton rows={3} />}>
        <ol className="grid gap-2.5">
          {(notes.data ?? []).map((note) => (
            <li key={note.id} className="flex gap-3 text-sm">
              <span className="pt-1.5">
                <StatusDot tone={note.kind === 'closed' ? 'success' : 'idle'} />
              </span>
              <div className="min-w-0">
                <p className="whitespace-pre-line">{words(note)}</p>
                <p className="text-muted text-xs">
                  {[note.author, format.dateTime(note.created_at)].filter(Boolean).join(' · ')}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Loaded>
      <div className="mt-3 grid gap-2">
        <Field label={t('timeline.add')}>
          <Textarea
            rows={2}
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
        <Button
          className="justify-self-end"
          disabled={body.trim() === ''}
          busy={add.isPending}
          onClick={() =>
            add.mutate(
              { incidentId: incident.id, body: body.trim() },
              { onSuccess: () => setBody('') },
            )
          }
        >
          {t('timeline.send')}
        </Button>
      </div>
    </section>
  );
}
