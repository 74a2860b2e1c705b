import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import {
  type Subcontractor,
  type SubcontractorReport,
  versionsQuery,
} from '@/features/public-work/handoff/api/queries';
import {
  subcontractorFile,
  useDecideReport,
} from '@/features/public-work/handoff/api/subcontractors';
import { STATE_TONES } from '@/features/public-work/handoff/states';
import { errorText } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface ReportDialogProps {
  subcontractor: Subcontractor;
  weekEnd: string;
  onClose: () => void;
}

/** What a subcontractor handed in for a week, with all versions, and the decision about the newest. */
export function ReportDialog({ subcontractor, weekEnd, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['handoff', 'common']);
  const format = useFormat();
  const { company_id, id, name } = subcontractor;
  const versions = useQuery(versionsQuery(company_id, id, weekEnd));
  const [newest, ...older] = versions.data ?? [];
  const decide = useDecideReport();
  const [note, setNote] = useState<string | null>(null);
  const send = (accept: boolean) =>
    newest && decide.mutate({ id: newest.id, accept, note: note ?? '' }, { onSuccess: onClose });
  const date = format.date(weekEnd);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('report.title', { name, date })}>
        <DialogBody className="grid content-start gap-4">
          {decide.error && <Notice tone="danger">{errorText(decide.error)}</Notice>}
          <Loaded query={versions} skeleton={<ListSkeleton />}>
            {newest ? <Version report={newest} /> : <p>{t('report.none')}</p>}
          </Loaded>
          {note !== null && (
            <Field label={t('report.returnNote')}>
              <Textarea
                autoFocus
                value={note}
                maxLength={1000}
                rows={3}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          )}
          {older.length > 0 && (
            <section className="grid gap-3">
              <h3 className="font-[620] text-sm">{t('report.older')}</h3>
              {older.map((report) => (
                <Version key={report.id} report={report} />
              ))}
            </section>
          )}
        </DialogBody>
        {newest && (
          <DialogFooter>
            <Button onClick={() => (note === null ? onClose() : setNote(null))}>
              {t(note === null ? 'common:action.close' : 'common:action.cancel')}
            </Button>
            {note === null ? (
              <>
                {newest.status !== 'returned' && (
                  <Button onClick={() => setNote('')}>{t('report.return')}</Button>
                )}
                {newest.status !== 'accepted' && (
                  <Button variant="primary" busy={decide.isPending} onClick={() => send(true)}>
                    {t('report.accept')}
                  </Button>
                )}
              </>
            ) : (
              <Button
                variant="primary"
                busy={decide.isPending}
                disabled={note.trim() === ''}
                onClick={() => send(false)}
              >
                {t('report.return')}
              </Button>
            )}
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Version({ report }: { report: SubcontractorReport }) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  const download = useWrite({
    send: async ({ path, file_name, media_type }: SubcontractorReport) =>
      downloadFile(file_name ?? 'report', media_type ?? '', await subcontractorFile(path ?? '')),
  });
  return (
    <article className="rounded-card border px-4 py-3">
      <p className="mb-2 flex flex-wrap items-center gap-2 font-[550]">
        {t('report.version', { version: report.version })}
        <Badge tone={STATE_TONES[report.status]}>{t(`state.${report.status}`)}</Badge>
        {report.no_work && <Badge>{t('report.noWork')}</Badge>}
        {report.final && <Badge>{t('report.final')}</Badge>}
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
        <Fact label={t('report.number')}>{report.number}</Fact>
        <Fact label={t('report.workers')}>{report.workers}</Fact>
        <Fact label={t('report.hours')}>{report.hours}</Fact>
        <Fact label={t('report.gross')}>
          {report.gross === null ? null : format.moneyFromCents(Math.round(report.gross * 100))}
        </Fact>
        <Fact label={t('report.by')}>{report.handed_in_by}</Fact>
        <Fact label={t('report.at')}>{format.dateTime(report.created_at)}</Fact>
        {report.note && <Fact label={t('report.note')}>{report.note}</Fact>}
      </dl>
      {report.path && (
        <Button
          size="small"
          className="mt-3"
          busy={download.isPending}
          onClick={() => download.mutate(report)}
        >
          {t('report.open')}
          <span className="max-w-48 truncate text-muted">{report.file_name}</span>
        </Button>
      )}
      {report.decided_at && (
        <p className="mt-2 text-muted text-sm">
          {t('report.decided', {
            state: t(`state.${report.status}`),
            date: format.dateTime(report.decided_at),
          })}
          {report.decision_note && `: ${report.decision_note}`}
        </p>
      )}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="tabular-nums wrap-anywhere">{children ?? '–'}</dd>
    </div>
  );
}
