import { Camera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { PAPER_FILES, type PaperProblem, readPaper } from '@/entities/photo/read-paper';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PHOTOS = 'image/jpeg,image/png,image/webp';

export interface ReceiptButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'block'> {
  label: string;
  /** Opens the camera at once, where there is one; without, files and PDFs are offered, too. */
  camera?: boolean;
  onRead: (photo: ReadPhoto) => void;
  children?: ReactNode;
}

/** Takes or chooses a receipt; what cannot be one is refused in words before anything is stored. */
export function ReceiptButton({ label, camera, onRead, children, ...button }: ReceiptButtonProps) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ kind: PaperProblem; size: number } | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readPaper(file);
    setProblem(typeof read === 'string' ? { kind: read, size: file.size } : null);
    if (typeof read !== 'string') onRead(read);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={camera ? PHOTOS : PAPER_FILES}
        capture={camera ? 'environment' : undefined}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        <Camera aria-hidden="true" />
        {children ?? label}
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-danger text-sm">
          {t(`file.${problem.kind}`, { size: fileSize(problem.size, format) })}
        </p>
      )}
    </>
  );
}
