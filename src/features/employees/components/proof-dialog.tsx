import { Trash2 } from 'lucide-react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import type { DateInputValue } from '@/components/shared/date-input';
import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import type { Proof } from '@/entities/certificate/certificates-query';
import { OpenOriginal } from '@/entities/photo/open-original';
import { usePhotoImage } from '@/entities/photo/photo-image';
import { useDeleteProof, useReviewProof } from '@/features/employees/api/review-proof';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const BUCKET = 'certificate-proofs';
const WIDTH = 1200;

/** The photo, and the file itself. */
function ProofPicture({ proof, name }: { proof: Proof; name: string }) {
  const { t } = useTranslation('required-certificates');
  const isPdf = proof.media_type === 'application/pdf';
  const { url, failed } = usePhotoImage(proof.path, WIDTH, !isPdf, BUCKET);
  return (
    <div className="grid justify-items-start gap-2 sm:col-span-2">
      {!isPdf && !url && !failed && <Skeleton className="h-64 w-full" />}
      {failed && <Notice tone="attention">{t('review.missing')}</Notice>}
      {url && (
        <img
          src={url}
          alt={t('review.title', { certificate: name })}
          className="max-h-[50vh] w-full rounded-small bg-sunken object-contain"
        />
      )}
      <OpenOriginal
        path={proof.path}
        from={BUCKET}
        label={t(isPdf ? 'review.pdf' : 'proof.open')}
      />
    </div>
  );
}

interface ProofDialogProps {
  companyId: string;
  proof: Proof;
  onClose: () => void;
}

/** What was sent: readable, with what it says where no certificate is entered yet, or sent back. */
export function ProofDialog({ companyId, proof, onClose }: ProofDialogProps) {
  const { t } = useTranslation('required-certificates');
  const format = useFormat();
  const review = useReviewProof();
  const remove = useDeleteProof(companyId);
  const name = proof.type?.name ?? '';
  const isNew = proof.certification_id === null;
  const form = useForm({
    initial: {
      number: '',
      issuedOn: null as DateInputValue,
      expiresOn: null as DateInputValue,
      note: proof.review_note ?? '',
    },
    read: ({ number, issuedOn, expiresOn }, wrong) => ({
      number: number.trim(),
      issuedOn: issuedOn === 'invalid' ? wrong('issuedOn', t('review.date')) : issuedOn,
      expiresOn: expiresOn === 'invalid' ? wrong('expiresOn', t('review.date')) : expiresOn,
    }),
    submit: (fields) => review.mutateAsync({ id: proof.id, readable: true, ...fields }),
    done: onClose,
  });
  const sendBack = () =>
    review.mutate(
      { id: proof.id, readable: false, note: form.text('note').value.trim() },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      form={form}
      title={t('review.title', { certificate: name })}
      description={t('review.text', { date: format.dateTime(proof.taken_at) })}
      save={t(isNew ? 'review.save' : 'review.readable')}
      cancel={false}
      actions={
        <>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('review.delete')}
            busy={remove.isPending}
            onClick={() => remove.mutate(proof.id, { onSuccess: onClose })}
          >
            <Trash2 aria-hidden="true" />
          </Button>
          <Button disabled={form.busy} busy={review.isPending && !form.busy} onClick={sendBack}>
            {t('review.unreadable')}
          </Button>
        </>
      }
      onClose={onClose}
      onTop
    >
      <ProofPicture proof={proof} name={name} />
      {isNew && (
        <>
          <Field label={t('review.number')} optional className="sm:col-span-2">
            <Input {...form.text('number')} maxLength={100} />
          </Field>
          <Field label={t('review.issued')} optional>
            <DateInput {...form.value('issuedOn')} />
          </Field>
          <Field label={t('review.ends')} optional hint={t('review.endsHint')}>
            <DateInput {...form.value('expiresOn')} />
          </Field>
        </>
      )}
      <Field
        label={t('review.note')}
        optional
        hint={t('review.noteHint')}
        className="sm:col-span-2"
      >
        <Input {...form.text('note')} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
