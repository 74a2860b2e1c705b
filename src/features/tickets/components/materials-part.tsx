import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { MaterialDialog } from '@/features/tickets/components/material-dialog';
import { Part } from '@/features/tickets/components/part';
import { TicketPhoto } from '@/features/tickets/components/ticket-photo';
import type { LinesPartProps } from '@/features/tickets/components/work-part';
import { quantityText } from '@/features/tickets/sign/shown-ticket';
import { isTime, type TicketLine } from '@/features/tickets/ticket';
import { useTranslation } from '@/lib/use-translation';

/** What was used: typed, or the slip photographed. */
export function MaterialsPart({ ticket, onLinesChange }: LinesPartProps) {
  const { t } = useTranslation('tickets');
  const { lines, project_id } = ticket.fields;
  const [editing, setEditing] = useState<TicketLine | 'new' | null>(null);
  const materials = lines.filter((line) => !isTime(line));
  return (
    <Part
      title={t('materials.title')}
      aside={
        <Button variant="link" size="small" onClick={() => setEditing('new')}>
          {t('materials.add')}
        </Button>
      }
    >
      <Card>
        {materials.length === 0 && (
          <p className="px-4 py-3 text-muted text-sm">{t('materials.none')}</p>
        )}
        <ul className="divide-y">
          {materials.map((line) => (
            <li key={line.id} className="flex items-center gap-2 py-1 pr-2 pl-4">
              {line.photo_id && <TicketPhoto id={line.photo_id} size="small" />}
              <button
                type="button"
                className="touch-target flex min-w-0 flex-1 items-center justify-between gap-3 py-1.5 text-left"
                onClick={() => setEditing(line)}
              >
                <span className="min-w-0">{line.description}</span>
                <span className="tabular shrink-0 font-[620]">{quantityText(line)}</span>
              </button>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('materials.remove', { name: line.description })}
                onClick={() => onLinesChange(lines.filter(({ id }) => id !== line.id))}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {editing && (
        <MaterialDialog
          line={editing === 'new' ? null : editing}
          projectId={project_id}
          onClose={() => setEditing(null)}
          onSave={(line) => {
            onLinesChange([...lines.filter(({ id }) => id !== line.id), line]);
            setEditing(null);
          }}
        />
      )}
    </Part>
  );
}
