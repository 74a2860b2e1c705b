import { useState } from 'react';
import { addPhotos } from '@/entities/photo/add-photos';
import { type FileProblem, type ReadPhoto, readPhoto } from '@/entities/photo/read-photo';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useViewer } from '@/entities/viewer/use-viewer';
import { tagsOf } from '@/features/photos/tags-of';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface Refused {
  name: string;
  problem: FileProblem;
}

/** Files that were chosen: read one after the other, refused with a reason or ready to be added. */
export function useChosenFiles() {
  const [photos, setPhotos] = useState<readonly ReadPhoto[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [reading, setReading] = useState(false);
  const take = async (input: HTMLInputElement): Promise<void> => {
    const files = [...(input.files ?? [])];
    input.value = '';
    setReading(true);
    // One after another: two hundred photos at once would not fit into a phone's memory.
    for (const file of files) {
      const read = await readPhoto(file).catch((): FileProblem => 'damaged');
      if (typeof read === 'string') {
        setRefused((all) => [...all, { name: file.name, problem: read }]);
      } else setPhotos((all) => [...all, read]);
    }
    setReading(false);
  };
  const remove = (photo: ReadPhoto) => setPhotos((all) => all.filter((other) => other !== photo));
  return { photos, refused, reading, take, remove };
}

/** Where the photos belong and what is said about them. */
export interface PhotoTexts {
  projectId: string | null;
  costCodeId: string | null;
  caption: string;
  tags: string;
  isPrivate: boolean;
}

/** Begins with what the running clock says. */
export function usePhotoTexts() {
  const { running_entry: running } = useViewer();
  const { projectId } = useCurrentProject();
  const [words, setWords] = useState<PhotoTexts>({
    projectId,
    costCodeId: running?.cost_code_id ?? null,
    caption: '',
    tags: '',
    isPrivate: false,
  });
  const change = (changes: Partial<PhotoTexts>) => setWords({ ...words, ...changes });
  return { words, change };
}

/** Keeps them on this device, from where they are sent. */
export function useAddPhotos(onDone: () => void) {
  const { t } = useTranslation('photos');
  const { company, running_entry: running } = useViewer();
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const save = async (photos: readonly ReadPhoto[], words: PhotoTexts): Promise<void> => {
    const { projectId } = words;
    if (!projectId || !company) {
      setMissing(true);
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      await addPhotos(photos, {
        ...words,
        companyId: company.id,
        projectId,
        timeEntryId: running?.project_id === projectId ? running.id : null,
        caption: words.caption.trim(),
        tags: tagsOf(words.tags),
      });
      toast.success(t('add.kept', { count: photos.length }));
      onDone();
    } catch (cause) {
      setFailure(cause);
      setSaving(false);
    }
  };
  return { save, saving, missing, failure };
}
