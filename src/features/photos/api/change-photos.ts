import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Links, Photo } from '@/features/photos/api/queries';
import { AppError, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast, UNDO_MILLISECONDS } from '@/lib/toast';

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
  const client = useQueryClient();
  const patch = usePatch();
  return useMutation({
    mutationFn: ({ photo, change, before = photo }: PhotoEdit) =>
      saveChanges({
        table: 'photos',
        key: { id: photo.id },
        after: change as never,
        before: { ...before } as never,
      }) as Promise<Change>,
    onSuccess: (saved, { photo }) => {
      patch((other) => (other.id === photo.id ? { ...other, ...saved } : other));
      toast.success(t('toast.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.photos, 'panel'] });
    },
    meta: { failureText: 'photos:error.save' },
  });
}

export function useAddTag() {
  const { t } = useTranslation('photos');
  const patch = usePatch();
  return useMutation({
    mutationFn: async ({ photos, tag }: { photos: readonly Photo[]; tag: string }) => {
      for (const { id } of photos) {
        // To the tags it has now: others may have been added meanwhile.
        const [before] = unwrap(await supabase().from('photos').select('tags').eq('id', id));
        if (!before) throw new AppError('photos_not_found');
        const after = { tags: [...new Set([...before.tags, tag])] };
        await saveChanges({ table: 'photos', key: { id }, after, before });
      }
    },
    onSuccess: (_done, { photos, tag }) => {
      const ids = new Set(photos.map(({ id }) => id));
      patch((photo) =>
        ids.has(photo.id) && !photo.tags.includes(tag)
          ? { ...photo, tags: [...photo.tags, tag] }
          : photo,
      );
      toast.success(t('toast.tagged', { count: photos.length }));
    },
    meta: { failureText: 'photos:error.save' },
  });
}

export function useDeletePhotos() {
  const { t } = useTranslation(['photos', 'common']);
  const client = useQueryClient();
  const patch = usePatch();
  const restore = useMutation({
    mutationFn: async (ids: string[]) =>
      unwrap(await supabase().rpc('restore_photos', { photo_ids_param: ids })),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.photos] }),
    meta: { failureText: 'photos:error.restore' },
  });
  return useMutation({
    mutationFn: async (ids: string[]) =>
      unwrap(await supabase().rpc('delete_photos', { photo_ids_param: ids })),
    onSuccess: (count, ids) => {
      patch((photo) => (ids.includes(photo.id) ? null : photo));
      toast.success(t('toast.deleted', { count }), {
        duration: UNDO_MILLISECONDS,
        action: { label: t('common:action.undo'), onClick: () => restore.mutate(ids) },
      });
    },
    meta: { failureText: 'photos:error.delete' },
  });
}

export function useAddPhotoComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (comment: { photo_id: string; employee_id: string; body: string }) =>
      unwrap(await supabase().from('photo_comments').insert(comment)),
    onSuccess: (_done, { photo_id }) =>
      client.invalidateQueries({ queryKey: [queryKeys.photos, 'comments', photo_id] }),
    meta: { failureText: 'photos:error.comment' },
  });
}
