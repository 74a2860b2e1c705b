import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { kioskPhotosQuery, useReviewPhotos } from '@/features/verification/api/kiosk-photos';
import { KioskPhotoCard } from '@/features/verification/components/kiosk-photo-card';
import { LostPhotos } from '@/features/verification/components/lost-photos';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const LISTS = ['new', 'reviewed'] as const;

/** The next one gets the focus, so that one key or thumb goes through all of them. */
function focusNext(id: string): void {
  const card = document.querySelector(`[data-photo="${id}"]`);
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  next?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
}

/** Is this who punched? A person says so; nothing compares faces. */
export default function KioskPhotosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['verification', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const [list, setList] = useState<(typeof LISTS)[number]>('new');
  const query = useQuery(kioskPhotosQuery(companyId, list));
  const { data: people = [] } = useEmployeeOptions();
  const review = useReviewPhotos();
  // Gone at the tap, back if the answer did not arrive.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const photos = (query.data?.photos ?? []).filter(({ id }) => !answered.has(id));
  const nameOf = (employeeId: string) => {
    const person = people.find(({ id }) => id === employeeId);
    return person ? employeeName(person) : '';
  };
  const say = (ids: string[], them: boolean) => {
    if (ids.length === 1 && ids[0]) focusNext(ids[0]);
    if (list === 'new') setAnswered(new Set([...answered, ...ids]));
    review.mutate(
      { ids, them },
      { onError: () => setAnswered((now) => new Set([...now].filter((id) => !ids.includes(id)))) },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('photos.title')} description={t('photos.text')} width="large">
        <Tabs asChild value={list} onValueChange={(next) => setList(next as typeof list)}>
          <DialogBody className="grid content-start gap-4">
            <TabsList className="min-h-11">
              {LISTS.map((value) => (
                <TabsTrigger key={value} value={value}>
                  {t(`photos.list.${value}`)}{' '}
                  {value === 'new' && list === 'new' && query.data && (
                    <Badge tone="attention">{photos.length}</Badge>
                  )}
                </TabsTrigger>
              ))}
            </TabsList>
            {review.error && <Notice tone="danger">{errorText(review.error)}</Notice>}
            {list === 'new' && <LostPhotos companyId={companyId} nameOf={nameOf} />}
            <TabsContent value={list}>
              <Loaded query={query} skeleton={<CardGridSkeleton />}>
                {photos.length === 0 && (
                  <EmptyState icon={Camera} title={t(`photos.empty.${list}`)} />
                )}
                <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                  {photos.map((photo) => (
                    <KioskPhotoCard
                      key={photo.id}
                      photo={photo}
                      name={nameOf(photo.employee_id)}
                      onReview={(them) => say([photo.id], them)}
                    />
                  ))}
                </ul>
              </Loaded>
            </TabsContent>
          </DialogBody>
        </Tabs>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {list === 'new' && photos.length > 1 && (
            <Button
              variant="primary"
              onClick={() =>
                say(
                  photos.map(({ id }) => id),
                  true,
                )
              }
            >
              {t('photos.allThem', { count: photos.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
