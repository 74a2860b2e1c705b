import { Camera, Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type ProofProblem, readProof } from '@/entities/certificate/read-proof';
import { type ProofFacts, useSendProof } from '@/entities/certificate/send-proof';
import { PAPER_FILES } from '@/entities/photo/read-paper';
import { useTranslation } from '@/lib/use-translation';

interface ProofButtonProps extends ProofFacts {
  /** What it is a photo of, for those who do not see the line it stands in. */
  certificate: string;
  /** Sent before: the button asks for another. */
  isAgain?: boolean;
  /** The one on file ends: what is wanted is the next one. */
  isRenewal?: boolean;
  /** On a phone the camera opens; in the office a file is chosen. */
  isOffice?: boolean;
}

const labelOf = ({ isOffice, isAgain, isRenewal }: Partial<ProofButtonProps>) => {
  if (isOffice) return 'file';
  if (isAgain) return 'again';
  return isRenewal ? 'renew' : 'take';
};

/** Takes a photo of a certificate. What cannot be read is refused at once, with what to do. */
export function ProofButton(props: ProofButtonProps) {
  const { certificate, isAgain: _, isRenewal: __, isOffice, ...facts } = props;
  const { t } = useTranslation('required-certificates');
  const send = useSendProof();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ProofProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    const read = await readProof(file).catch((): ProofProblem => 'damaged');
    setBusy(false);
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') send.mutate({ ...facts, photo: read });
  };
  const label = t(`proof.${labelOf(props)}`);
  const Icon = isOffice ? Paperclip : Camera;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PAPER_FILES}
        capture={isOffice ? undefined : 'environment'}
        aria-label={`${label}: ${certificate}`}
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        size="small"
        busy={busy || send.isPending}
        aria-label={`${label}: ${certificate}`}
        onClick={() => input.current?.click()}
      >
        {!busy && !send.isPending && <Icon aria-hidden="true" />}
        {label}
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-danger text-sm">
          {t(`problem.${problem}`)}
        </p>
      )}
    </>
  );
}
