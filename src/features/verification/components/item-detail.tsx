import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/shared/avatar';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { heldPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import { PhotoLink, photoIdOf } from '@/entities/photo/photo-link';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useAssignItem } from '@/features/verification/api/assign-item';
import { evidenceQuery, type Item } from '@/features/verification/api/queries';
import { DayStory } from '@/features/verification/components/day-story';
import { ItemActions } from '@/features/verification/components/item-actions';
import { ItemFacts } from '@/features/verification/components/item-facts';
import { KioskPicture } from '@/features/verification/components/kiosk-photo-card';
import { useItemWords } from '@/features/verification/use-item-words';
import { useFormat } from '@/lib/format-context';

export interface ItemDetailProps {
  item: Item;
  onDone: () => void;
  /** Back to the list, on phones. */
  onBack: () => void;
}

function Assignment({ item }: { item: Item }) {
  const { t } = useTranslation('verification');
  const me = useEmployee()?.id ?? null;
  const assign = useAssignItem();
  const isMine = item.assigned_to !== null && item.assigned_to === me;
  return (
    <Button
      size="small"
      busy={assign.isPending}
      onClick={() => assign.mutate({ item, employeeId: isMine ? null : me })}
    >
      <UserRound aria-hidden="true" />
      {isMine ? t('assign.mine') : item.assigned_name || t('assign.toMe')}
    </Button>
  );
}

/** What paying a held punch of a locked period would post, before it is decided. */
function LatePay({ item }: { item: Item }) {
  const { t } = useTranslation('common');
  const isHeld = item.kind === 'held_event' || item.kind === 'device_clock';
  const { data } = useQuery({
    ...heldPreviewQuery(item.subject_id),
    enabled: isHeld && item.status === 'open',
  });
  if (!data) return null;
  return (
    <section className="border-b px-5 py-3" aria-label={t('payDifference.late')}>
      <h3 className="mb-1 font-[620] text-sm">{t('payDifference.late')}</h3>
      <PayDifference lines={data} />
    </section>
  );
}

/** What happened, what speaks for it, and what to do: with the note for the record. */
export function ItemDetail({ item, onDone, onBack }: ItemDetailProps) {
  const { t } = useTranslation(['verification', 'common']);
  const manages = useIsPrivileged();
  const words = useItemWords()(item);
  const format = useFormat();
  const clock = useSiteClock(item.project_id);
  const companyId = useViewer().company?.id;
  const [note, setNote] = useState('');
  const evidence = useQuery({ ...evidenceQuery(item), enabled: manages });
  const name = `${item.first_name ?? ''} ${item.last_name ?? ''}`.trim();
  return (
    <article className="flex h-full flex-col" aria-label={words.title}>
      <header className="flex flex-wrap items-center gap-3 border-b px-5 py-4">
        <Button
          variant="ghost"
          size="icon"
          className="lg:hidden"
          aria-label={t('common:action.back')}
          onClick={onBack}
        >
          <ArrowLeft aria-hidden="true" />
        </Button>
        {name && <Avatar name={name} />}
        <div className="min-w-0 flex-1">
          <h2 className="font-[640] text-md">{words.title}</h2>
          <p className="text-muted text-sm">
            {[clock.dateTime(item.happened_at), item.project_name].filter(Boolean).join(' · ')}
          </p>
        </div>
        {manages && item.status === 'open' && <Assignment item={item} />}
      </header>
      <ItemFacts item={item} evidence={evidence.data} />
      {manages && item.kind === 'kiosk_photo' && (
        <div className="border-b p-5">
          <div className="max-w-sm">
            <KioskPicture
              path={`${companyId}/${item.employee_id}/${item.subject_id}.jpg`}
              alt={t('photos.alt', { name })}
            />
          </div>
        </div>
      )}
      {evidence.data?.photo_path && (
        <p className="border-b px-5 py-3">
          <PhotoLink photoId={photoIdOf(evidence.data.photo_path)} />
        </p>
      )}
      {words.text && <p className="border-b px-5 py-3 text-sm">{words.text}</p>}
      {manages && <LatePay item={item} />}
      <div className="grid flex-1 content-start divide-y xl:grid-cols-2 xl:divide-x xl:divide-y-0">
        {manages && (
          <Loaded query={evidence} skeleton={<ListSkeleton />}>
            <DayStory day={evidence.data?.day ?? []} />
          </Loaded>
        )}
        <div className="px-5 py-4">
          {item.status === 'resolved' ? (
            <>
              <h3 className="mb-1 font-[620] text-sm">
                {item.resolved_name
                  ? t('resolved.by', { name: item.resolved_name })
                  : t('resolved.itself')}
              </h3>
              <p className="text-muted text-sm">
                {item.resolved_at && format.dateTime(item.resolved_at)}
              </p>
              {item.note && <p className="mt-2 text-sm">{item.note}</p>}
            </>
          ) : manages ? (
            <Field label={t('note.label')} hint={t('note.hint')}>
              <Textarea
                rows={3}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          ) : (
            <p className="text-muted text-sm">{t('waiting')}</p>
          )}
        </div>
      </div>
      {manages && (
        <footer data-item-actions className="flex flex-wrap gap-2 border-t px-5 py-4 empty:hidden">
          <ItemActions item={item} evidence={evidence.data} note={note} onDone={onDone} />
        </footer>
      )}
    </article>
  );
}
