import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { ProjectName } from '@/entities/project/project-name';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { useChangePhoto } from '@/features/photos/api/change-photos';
import { detailsQuery, type Photo } from '@/features/photos/api/queries';
import { tagsOf } from '@/features/photos/tags-of';
import { BeforePhoto } from '@/features/photos/viewer/before-photo';
import { Fact } from '@/features/photos/viewer/fact';
import { PhotoComments } from '@/features/photos/viewer/photo-comments';
import { PhotoLinks } from '@/features/photos/viewer/photo-links';
import { copyText } from '@/lib/copy-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function Words({ photo, mayChange }: { photo: Photo; mayChange: boolean }) {
  const { t } = useTranslation(['photos', 'common']);
  const change = useChangePhoto();
  const [editing, setEditing] = useState(false);
  const [caption, setCaption] = useState(photo.caption);
  const [tags, setTags] = useState(photo.tags.join(', '));
  const [opened, setOpened] = useState(photo);
  const edit = () => {
    setOpened(photo);
    setCaption(photo.caption);
    setTags(photo.tags.join(', '));
    setEditing(true);
  };
  if (!editing) {
    return (
      <div className="grid gap-2">
        <h2 className="font-[640] text-md">{photo.caption || t('noCaption')}</h2>
        <div className="flex flex-wrap items-center gap-1.5">
          {photo.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {mayChange && (
            <Button size="small" variant="link" onClick={edit}>
              {t('editWords')}
            </Button>
          )}
        </div>
      </div>
    );
  }
  const save = () =>
    change.mutate(
      { photo, change: { caption: caption.trim(), tags: tagsOf(tags) }, before: opened },
      { onSuccess: () => setEditing(false) },
    );
  return (
    <div className="grid gap-3">
      <Field label={t('caption')}>
        <Input
          value={caption}
          maxLength={500}
          onChange={(event) => setCaption(event.target.value)}
        />
      </Field>
      <Field label={t('tags')} hint={t('tagsHint')}>
        <Input value={tags} maxLength={300} onChange={(event) => setTags(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={() => setEditing(false)}>{t('common:action.cancel')}</Button>
        <Button variant="primary" busy={change.isPending} onClick={save}>
          {t('common:action.save')}
        </Button>
      </div>
    </div>
  );
}

function Evidence({ photo }: { photo: Photo }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const companyId = useEmployee()?.company_id ?? '';
  const { data } = useQuery(detailsQuery(companyId, photo.id));
  const place =
    photo.latitude === null
      ? null
      : `${format.number(photo.latitude, 5)}, ${format.number(photo.longitude ?? 0, 5)}`;
  return (
    <section className="border-t pt-3">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="font-[620] text-sm">{t('evidence')}</h3>
        {data?.sha256 && <Badge tone="success">{t('unchanged')}</Badge>}
      </div>
      <dl>
        <Fact label={t('taken')}>
          {format.dateTime(photo.taken_at)}
          {data?.taken_from === 'device' && (
            <span className="block text-muted">{t('takenByDevice')}</span>
          )}
        </Fact>
        <Fact label={t('uploaded')}>{format.dateTime(photo.uploaded_at)}</Fact>
        <Fact label={t('place')}>
          {place ? (
            <>
              {place} <span className="text-muted">· {t('hiddenInShares')}</span>
            </>
          ) : (
            t('noPlace')
          )}
        </Fact>
        {data?.sha256 && (
          <Fact label="SHA-256">
            <code>{`${data.sha256.slice(0, 6)}…${data.sha256.slice(-4)}`}</code>{' '}
            <Button
              variant="link"
              size="inline"
              onClick={() => void copyText(data.sha256 ?? '', t('copied'))}
            >
              {t('copy')}
            </Button>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** Beside the photo on a desktop, under it on a phone. */
export function PhotoPanel({ photo }: { photo: Photo }) {
  const { t } = useTranslation(['photos', 'common']);
  const employee = useEmployee();
  const privileged = useIsPrivileged();
  const code = useCostCode(photo.cost_code_id);
  const change = useChangePhoto();
  const mayChange = privileged || photo.employee_id === employee?.id;
  return (
    <div className="grid content-start gap-4 p-4">
      <Words key={photo.id} photo={photo} mayChange={mayChange} />
      <dl className="border-t pt-3">
        <Fact label={t('common:project.label')}>
          <Link to={`/photos?project=${photo.project_id}`} className="hover:underline">
            <ProjectName projectId={photo.project_id} />
          </Link>
        </Fact>
        {code && <Fact label={t('common:costCode.label')}>{`${code.code} ${code.name}`}</Fact>}
        <Fact label={t('by')}>{photo.employee_name ?? '–'}</Fact>
        {photo.locked && <Fact label={t('report')}>{t('mark.locked')}</Fact>}
      </dl>
      {privileged && (
        <div className="flex items-center justify-between gap-3">
          <Label htmlFor="photo-private">{t('private')}</Label>
          <Switch
            id="photo-private"
            checked={photo.is_private}
            disabled={change.isPending}
            onCheckedChange={(is_private) => change.mutate({ photo, change: { is_private } })}
          />
        </div>
      )}
      <PhotoLinks key={`links-${photo.id}`} photo={photo} mayChange={mayChange} />
      <BeforePhoto photo={photo} mayChange={mayChange} />
      <Evidence photo={photo} />
      <PhotoComments photoId={photo.id} />
    </div>
  );
}
