import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { strokePath } from '@/components/shared/signature-pad';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { Signature } from '@/entities/form/form-answers';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { type AnswerRow, answerParts } from '@/features/forms/answer-rows';
import { type FilledPhoto, type Submission, submissionQuery } from '@/features/forms/api/queries';
import { useFormPdf } from '@/features/forms/files/use-form-pdf';
import { useAnswerLabel } from '@/features/forms/use-answer-label';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface SubmissionDialogProps {
  companyId: string;
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One filled form, as the person saw it. */
export default function SubmissionDialog({
  companyId,
  id,
  onOpen,
  onClose,
}: SubmissionDialogProps) {
  const { t, language } = useTranslation('forms');
  const submission = useQuery(submissionQuery(companyId, id));
  const pdf = useFormPdf();
  const { data } = submission;
  const employeeId = useEmployee()?.id;
  const manages = useIsPrivileged();
  const isOwn = manages || data?.employee_id === employeeId;
  const title = data && ((language === 'es' && data.forms.name_es) || data.forms.name);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title ?? t('one.title')}>
        <DialogBody tabIndex={0}>
          <Loaded query={submission} skeleton={<ListSkeleton />}>
            {(one) => <Content submission={one} onOpen={onOpen} />}
          </Loaded>
        </DialogBody>
        <DialogFooter>
          {data && isOwn && data.corrections.length === 0 && (
            <Button asChild>
              <Link to={`/forms/fill?correct=${id}`}>{t('one.correct')}</Link>
            </Button>
          )}
          <Button
            variant="primary"
            disabled={!data}
            busy={pdf.busy}
            onClick={() => data && pdf.save(data)}
          >
            {t('one.pdf')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Content({ submission, onOpen }: { submission: Submission; onOpen: (id: string) => void }) {
  const { t, language } = useTranslation('forms');
  const format = useFormat();
  const labelOf = useAnswerLabel();
  const { employees: person, equipment } = submission;
  const facts: [string, string][] = [
    [t('filled.project'), submission.projects?.name ?? '–'],
    [t('one.filledBy'), person ? `${person.first_name} ${person.last_name}` : '–'],
    [t('one.at'), format.dateTime(submission.filled_at)],
    [t('list.version'), String(submission.form_versions.number)],
  ];
  if (submission.crews) facts.push([t('one.crew'), submission.crews.name]);
  if (equipment)
    facts.push([t('one.machine'), [equipment.number, equipment.name].filter(Boolean).join(' ')]);
  const [correction] = submission.corrections;
  return (
    <div className="grid gap-5">
      {correction && (
        <Notice tone="attention">
          {t('one.correctedBy')}{' '}
          <Button variant="link" size="inline" onClick={() => onOpen(correction)}>
            {t('one.open')}
          </Button>
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="font-[550]">{value}</dd>
          </div>
        ))}
      </dl>
      {answerParts(submission, labelOf, format, language).map(({ key, title, text, rows }) => (
        <section key={key} aria-label={title} className="grid gap-1">
          <h3 className="font-[620]">{title}</h3>
          {text && <p className="whitespace-pre-line text-muted text-sm">{text}</p>}
          <dl className="divide-y">
            {rows.map((row) => (
              <AnswerLine key={row.key} row={row} photos={submission.photos} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function AnswerLine({ row, photos }: { row: AnswerRow; photos: readonly FilledPhoto[] }) {
  const { t } = useTranslation('forms');
  return (
    <div className="grid gap-1 py-2.5 sm:grid-cols-2 sm:gap-4">
      <dt>{row.label}</dt>
      <dd className="grid gap-2 font-[550]">
        {row.failed ? (
          <span>
            <Badge tone="danger">{row.text}</Badge>
          </span>
        ) : (
          <span className="whitespace-pre-line">{row.text}</span>
        )}
        {row.signature && <Drawn signature={row.signature} />}
        {row.photoIds.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {row.photoIds.map((id) => {
              const photo = photos.find((one) => one.id === id && one.uploaded_at);
              return (
                <li key={id}>
                  {photo ? (
                    <Photo path={photo.path} alt={row.label} />
                  ) : (
                    <span className="text-muted text-sm">{t('one.photoWaiting')}</span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </dd>
    </div>
  );
}

function Photo({ path, alt }: { path: string; alt: string }) {
  const { url } = usePhotoImage(path, 480);
  return url ? (
    <img src={url} alt={alt} className="max-h-48 rounded-small" />
  ) : (
    <span className="block size-24 rounded-small bg-sunken" />
  );
}

function Drawn({ signature: { name, strokes } }: { signature: Signature }) {
  if (strokes.length === 0) return null;
  return (
    <svg role="img" aria-label={name} viewBox="0 0 300 100" className="w-full max-w-60">
      {strokes.map((line, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a signature does not change.
          key={at}
          d={strokePath(line as [number, number][])}
          className="fill-none stroke-2 stroke-foreground"
        />
      ))}
    </svg>
  );
}
