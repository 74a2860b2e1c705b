import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Links, Photo } from '@/features/photos/api/queries';
import { AppError, unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Change as RowChange } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type Change = Partial<
  Pick<
    Photo,
    'caption' | 'tags' | 'markup' | 'is_private' | 'before_id' | 'project_id' | 'cost_code_id'
  > &
    Links
>;

interface PhotoEdit {
  photo: Photo;
  change: Change;
  /** What the fields were when they were opened, where the photo does not have them. */
  before?: Change;
}

/** Shows a change in every page that was read, without asking for all of them again. */
function usePatch() {
  const client = useQueryClient();
  return (change: (photo: Photo) => Photo | null) =>
    client.setQueriesData<InfiniteData<Photo[]>>(
      { queryKey: [queryKeys.photos, 'list'] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => page.flatMap((photo) => change(photo) ?? [])),
        },
    );
}

export function useChangePhoto() {
  const { t } = useTranslation('photos');
  const patch = usePatch();
  return useWrite({
    send: ({ photo, change, before = photo }: PhotoEdit) =>
      saveChanges({
        table: 'photos',
        key: { id: photo.id },
        after: asJson(change) as RowChange<'photos'>,
        before,
      }) as Promise<Change>,
    done: t('toast.saved'),
    onSuccess: (saved, { photo }) =>
      patch((other) => (other.id === photo.id ? { ...other, ...saved } : other)),
    stale: [[queryKeys.photos, 'panel']],
    failureText: 'photos:error.save',
  });
}

export function useAddTag() {
  const { t } = useTranslation('photos');
  const patch = usePatch();
  return useWrite({
    send: async ({ photos, tag }: { photos: readonly Photo[]; tag: string }) => {
      for (const { id } of photos) {
        // To the tags it has now: others may have been added meanwhile.
        const [before] = unwrap(await supabase().from('photos').select('tags').eq('id', id));
        if (!before) throw new AppError('photos_not_found');
        const after = { tags: [...new Set([...before.tags, tag])] };
        await saveChanges({ table: 'photos', key: { id }, after, before });
      }
    },
    done: (_tagged, { photos }) => t('toast.tagged', { count: photos.length }),
    onSuccess: (_tagged, { photos, tag }) => {
      const ids = new Set(photos.map(({ id }) => id));
      patch((photo) =>
        ids.has(photo.id) && !photo.tags.includes(tag)
          ? { ...photo, tags: [...photo.tags, tag] }
          : photo,
      );
    },
    failureText: 'photos:error.save',
  });
}

export function useDeletePhotos() {
  const { t } = useTranslation('photos');
  const patch = usePatch();
  const restore = useWrite({
    send: async (ids: string[]) =>
      unwrap(await supabase().rpc('restore_photos', { photo_ids_param: ids })),
    stale: [queryKeys.photos],
    failureText: 'photos:error.restore',
  });
  return useWrite({
    send: async (ids: string[]) =>
      unwrap(await supabase().rpc('delete_photos', { photo_ids_param: ids })),
    done: (count, ids) => ({
      title: t('toast.deleted', { count }),
      undo: () => restore.mutate(ids),
    }),
    onSuccess: (_count, ids) => patch((photo) => (ids.includes(photo.id) ? null : photo)),
    failureText: 'photos:error.delete',
  });
}

export function useAddPhotoComment() {
  return useWrite({
    send: async (comment: { photo_id: string; employee_id: string; body: string }) =>
      unwrap(await supabase().from('photo_comments').insert(comment)),
    stale: ({ photo_id }) => [[queryKeys.photos, 'comments', photo_id]],
    failureText: 'photos:error.comment',
  });
}
