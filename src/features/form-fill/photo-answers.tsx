import { useQuery } from '@tanstack/react-query';
import { Camera, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { PhotoAnswerProps } from '@/entities/form/question-input';
import { useBlobUrl, usePhotoImage } from '@/entities/photo/photo-image';
import { type FileProblem, readPhoto } from '@/entities/photo/read-photo';
import { readDraftPhoto, storeDraftPhoto } from '@/features/form-fill/draft';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

const MAX_PHOTOS = 10;

interface TakenProps {
  draftKey: string;
  id: string;
  alt: string;
  /** Where it is when it was sent before. */
  path: string | undefined;
}

function Taken({ draftKey, id, alt, path }: TakenProps) {
  const { data } = useQuery({
    queryKey: [queryKeys.queuedFiles, 'form', id],
    queryFn: async () => (await readDraftPhoto(draftKey, id)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: { answersOffline: true },
  });
  const taken = useBlobUrl(data?.file);
  const sent = usePhotoImage(path ?? '', 160, path !== undefined);
  const url = taken ?? sent.url;
  return url ? <img src={url} alt={alt} className="size-20 rounded-small object-cover" /> : null;
}

/** Photos of one answer, stored on this phone as soon as they are taken. */
export function PhotoAnswers({
  draftKey,
  sent = {},
  label,
  ids,
  onIdsChange,
}: PhotoAnswerProps & {
  draftKey: string;
  /** Paths of photos that were sent before, by id. */
  sent?: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation('form-fill');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readPhoto(file).catch((): FileProblem => 'damaged');
    const isPicture = typeof read !== 'string' && read.type.startsWith('image/');
    setProblem(typeof read === 'string' ? read : isPicture ? null : 'notPhoto');
    if (typeof read !== 'string' && isPicture)
      onIdsChange([...ids, await storeDraftPhoto(draftKey, read)]);
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
      {ids.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {ids.map((id, at) => (
            <li key={id} className="relative">
              <Taken
                draftKey={draftKey}
                id={id}
                path={sent[id]}
                alt={t('photo.photo', { number: at + 1 })}
              />
              <Button
                size="icon"
                aria-label={t('photo.remove')}
                className="absolute -top-2 -right-2"
                onClick={() => onIdsChange(ids.filter((other) => other !== id))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length < MAX_PHOTOS && (
        <Button onClick={() => input.current?.click()}>
          <Camera aria-hidden="true" />
          {/* A question may be long; the button names it for those who hear it alone. */}
          {t('photo.add')}
          <span className="sr-only">: {label}</span>
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
