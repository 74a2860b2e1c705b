import { Camera, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useBlobUrl } from '@/entities/photo/photo-image';
import { type FileProblem, type ReadPhoto, readPhoto } from '@/entities/photo/read-photo';
import { useTranslation } from '@/lib/use-translation';

export interface PhotoFieldProps {
  label: string;
  value: ReadPhoto | null;
  onValueChange: (photo: ReadPhoto | null) => void;
}

/** One photo, taken or chosen, that goes with what a form saves. */
export function PhotoField({ label, value, onValueChange }: PhotoFieldProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const url = useBlobUrl(value?.file);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readPhoto(file).catch((): FileProblem => 'damaged');
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') onValueChange(read);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {value ? (
        <div className="flex items-center gap-3">
          {url && <img src={url} alt={label} className="size-20 rounded-small object-cover" />}
          <Button size="small" onClick={() => onValueChange(null)}>
            <X aria-hidden="true" />
            {t('photo.remove')}
          </Button>
        </div>
      ) : (
        <Button onClick={() => input.current?.click()}>
          <Camera aria-hidden="true" />
          {label}
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {t(`photo.${problem === 'tooLarge' ? 'tooLarge' : 'unreadable'}`)}
        </p>
      )}
    </div>
  );
}
