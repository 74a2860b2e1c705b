import { Camera, Images, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { addPhotos } from '@/entities/photo/add-photos';
import { useBlobUrl } from '@/entities/photo/photo-image';
import { ACCEPTED, type FileProblem, type ReadPhoto, readPhoto } from '@/entities/photo/read-photo';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { tagsOf } from '@/features/photos/tags-of';
import { errorWords } from '@/lib/errors';
import { toast } from '@/lib/toast';

interface Refused {
  name: string;
  problem: FileProblem;
}

function Chosen({ photo, onRemove }: { photo: ReadPhoto; onRemove: () => void }) {
  const { t } = useTranslation('photos');
  const url = useBlobUrl(photo.type.startsWith('image/') ? photo.file : undefined);
  return (
    <li className="relative aspect-square overflow-hidden rounded-small bg-sunken">
      {url ? (
        <img src={url} alt={photo.file.name} className="size-full object-cover" />
      ) : (
        <span className="block p-1 text-muted text-xs">{photo.file.name}</span>
      )}
      <button
        type="button"
        aria-label={t('add.remove', { name: photo.file.name })}
        onClick={onRemove}
        className="touch-target absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-[rgb(0_0_0/0.65)] text-[white]"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </li>
  );
}

/** Choose or take, say where it belongs, done: sending goes on by itself. */
export default function AddPhotosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['photos', 'common']);
  const { company, running_entry: running } = useViewer();
  const privileged = useIsPrivileged();
  const current = useCurrentProject();
  const [photos, setPhotos] = useState<readonly ReadPhoto[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [reading, setReading] = useState(false);
  const [projectId, setProjectId] = useState(current.projectId);
  const [costCodeId, setCostCodeId] = useState(running?.cost_code_id ?? null);
  const [caption, setCaption] = useState('');
  const [tags, setTags] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);

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

  const save = async (): Promise<void> => {
    if (!projectId || !company) {
      setMissing(true);
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      await addPhotos(photos, {
        companyId: company.id,
        projectId,
        costCodeId,
        timeEntryId: running?.project_id === projectId ? running.id : null,
        caption: caption.trim(),
        tags: tagsOf(tags),
        isPrivate,
      });
      toast.success(t('add.kept', { count: photos.length }));
      onClose();
    } catch (cause) {
      setFailure(cause);
      setSaving(false);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('add.title')} description={t('add.text')}>
        <DialogBody className="grid content-start gap-4">
          <div className="grid grid-cols-2 gap-2">
            <Button size="large" onClick={() => camera.current?.click()}>
              <Camera aria-hidden="true" />
              {t('add.take')}
            </Button>
            <Button size="large" onClick={() => picker.current?.click()}>
              <Images aria-hidden="true" />
              {t('add.choose')}
            </Button>
          </div>
          <input
            ref={camera}
            hidden
            type="file"
            accept="image/jpeg"
            capture="environment"
            aria-label={t('add.take')}
            onChange={(event) => void take(event.currentTarget)}
          />
          <input
            ref={picker}
            hidden
            type="file"
            multiple
            accept={ACCEPTED}
            aria-label={t('add.choose')}
            data-testid="choose-photos"
            onChange={(event) => void take(event.currentTarget)}
          />
          {refused.map(({ name, problem }) => (
            <Notice key={`${name}${problem}`} tone="danger" title={t('add.refused', { name })}>
              {t(`problem.${problem}`)}
            </Notice>
          ))}
          {failure !== null && <Notice tone="danger">{errorWords(failure)}</Notice>}
          {photos.length > 0 && (
            <ul className="grid grid-cols-5 gap-1.5 max-sm:grid-cols-4">
              {photos.map((photo) => (
                <Chosen
                  key={`${photo.file.name}${photo.file.lastModified}${photo.sha256}`}
                  photo={photo}
                  onRemove={() => setPhotos((all) => all.filter((other) => other !== photo))}
                />
              ))}
            </ul>
          )}
          <Field
            label={t('common:project.label')}
            error={missing && !projectId ? t('add.projectMissing') : undefined}
          >
            <ProjectPicker
              value={projectId}
              onValueChange={(next) => {
                setProjectId(next);
                setCostCodeId(null);
              }}
            />
          </Field>
          <Field label={t('common:costCode.label')} optional={t('common:optional')}>
            <CostCodePicker
              projectId={projectId}
              value={costCodeId}
              onValueChange={setCostCodeId}
              clearLabel={t('noCode')}
            />
          </Field>
          <Field label={t('caption')} optional={t('common:optional')}>
            <Input
              value={caption}
              maxLength={500}
              onChange={(event) => setCaption(event.target.value)}
            />
          </Field>
          <Field label={t('tags')} hint={t('tagsHint')} optional={t('common:optional')}>
            <Input value={tags} maxLength={300} onChange={(event) => setTags(event.target.value)} />
          </Field>
          {privileged && (
            <SwitchRow
              id="private-photos"
              label={t('private')}
              text={t('privateHint')}
              checked={isPrivate}
              onChange={setPrivate}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={saving || reading}
            disabled={photos.length === 0}
            onClick={() => void save()}
          >
            {photos.length === 0 ? t('addPhotos') : t('add.submit', { count: photos.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
