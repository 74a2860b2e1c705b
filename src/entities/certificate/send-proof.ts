import { saveAttachments } from '@/entities/offline/save-and-send';
import { EXTENSIONS, type ReadPhoto } from '@/entities/photo/read-photo';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

/** Whose proof of what. */
export interface ProofFacts {
  companyId: string;
  employeeId: string;
  typeId: string;
  /** Null: the office has yet to enter the certificate. */
  certificationId: string | null;
}

/** Stored on this device first; the queue sends it, now or when there is a signal. */
async function sendProof({ photo, ...facts }: ProofFacts & { photo: ReadPhoto }): Promise<void> {
  const id = uuidv7();
  const path = `${facts.companyId}/${facts.employeeId}/${id}.${EXTENSIONS[photo.type]}`;
  const { name, size } = photo.file;
  const row = {
    id,
    path,
    company_id: facts.companyId,
    employee_id: facts.employeeId,
    type_id: facts.typeId,
    certification_id: facts.certificationId,
    sha256: photo.sha256,
    media_type: photo.type,
    size_bytes: size,
    width: photo.width,
    height: photo.height,
    taken_at: photo.takenAt.toISOString(),
  };
  await saveAttachments([
    {
      id,
      kind: 'photo',
      payload: { photo: { to: 'certificate_proofs', path, row, name, type: photo.type, size } },
      file: new Blob([photo.file], { type: photo.type }),
    },
  ]);
}

export function useSendProof() {
  const { t } = useTranslation('required-certificates');
  return useWrite({
    send: sendProof,
    done: t('proof.saved'),
    stale: [queryKeys.certificates],
    failureText: 'required-certificates:proof.failed',
  });
}
