import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/shared/avatar';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
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
import { ItemQuestions } from '@/features/verification/components/item-questions';
import { KioskPicture } from '@/features/verification/components/kiosk-photo-card';
import { ResolvedNote } from '@/features/verification/components/resolved-note';
import { isHeld } from '@/features/verification/punch-effects';
import type { Deciding } from '@/features/verification/use-deciding';
import type { Inbox } from '@/features/verification/use-inbox';
import { useItemText } from '@/features/verification/use-item-text';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const SignedVersions = late(() =>
  withTexts(
    import('@/entities/signed-timesheet/signed-versions').then((module) => module.default),
    'signed-timesheet',
  ),
);

/** Where the thing itself is changed, if it is to be changed. */
function whereToChange({ kind, detail, employee_id, project_id }: Item): string | null {
  if (detail.submission_id) return `/forms?submission=${detail.submission_id}`;
  if (kind === 'visit_not_signed_out')
    return `/site-sign-in?project=${project_id ?? ''}&from=${detail.work_date ?? ''}&to=${detail.work_date ?? ''}`;
  if (kind === 'pin_locked' || kind === 'pin_by_other' || kind === 'own_pay')
    return `/employees?employee=${employee_id ?? ''}`;
  if (kind === 'certificate_proof' || kind === 'expiring_certificate')
    return `/employees?employee=${employee_id ?? ''}&tab=certificates`;
  if (detail.entry_id && detail.work_date)
    return `/time-tracker?from=${detail.work_date}&to=${detail.work_date}&entry=${detail.entry_id}`;
  if (detail.start_date) return `/payroll?from=${detail.start_date}&employee=${employee_id ?? ''}`;
  return detail.equipment_id ? `/equipment?machine=${detail.equipment_id}` : null;
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

/** Where one is in the list, and on to its neighbors. */
function Neighbors({ item, inbox: { items, change } }: { item: Item; inbox: Inbox }) {
  const { t } = useTranslation('verification');
  const place = items.findIndex(({ id }) => id === item.id);
  if (place < 0 || items.length < 2) return null;
  return (
    <div className="flex items-center gap-1.5 max-xl:hidden">
      <span className="tabular mr-1.5 text-muted text-sm">
        {t('position', { place: place + 1, count: items.length })}
      </span>
      {([-1, 1] as const).map((step) => {
        const to = items[place + step];
        return (
          <Button
            key={step}
            size="icon"
            className="size-8"
            aria-label={t(step < 0 ? 'previous' : 'next')}
            disabled={!to}
            onClick={() => to && change('item', to.id)}
          >
            {step < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          </Button>
        );
      })}
    </div>
  );
}

/** What the person signed beside what the time is now; or what was disputed. */
function SignedTime({ item }: { item: Item }) {
  const companyId = useViewer().company?.id;
  const { start_date: start, end_date: end } = item.detail;
  const isSigned = item.kind === 'signed_time_edited' || item.kind === 'disputed_timesheet';
  if (!isSigned || !companyId || !item.employee_id || !start || !end) return null;
  return (
    <div className="border-b px-5 py-3">
      <Suspense fallback={<ListSkeleton />}>
        <SignedVersions
          companyId={companyId}
          employeeId={item.employee_id}
          range={{ start, end }}
          signatureId={item.subject_id}
        />
      </Suspense>
    </div>
  );
}

/** What paying a held punch of a locked period would post, before it is decided. */
function LatePay({ item }: { item: Item }) {
  const { t } = useTranslation('common');
  const { data } = useQuery({
    ...heldPreviewQuery(item.subject_id),
    enabled: isHeld(item) && item.status === 'open',
  });
  if (!data) return null;
  return (
    <section className="border-b px-5 py-3" aria-label={t('payDifference.late')}>
      <h3 className="mb-1 font-[620] text-sm">{t('payDifference.late')}</h3>
      <PayDifference lines={data} />
    </section>
  );
}

function Pictures({ item, photoPath }: { item: Item; photoPath: string | null | undefined }) {
  const { t } = useTranslation('verification');
  const companyId = useViewer().company?.id;
  const name = `${item.first_name ?? ''} ${item.last_name ?? ''}`.trim();
  return (
    <>
      {item.kind === 'kiosk_photo' && (
        <div className="border-b p-5">
          <div className="max-w-sm">
            <KioskPicture
              path={`${companyId}/${item.employee_id}/${item.subject_id}.jpg`}
              alt={t('photos.alt', { name })}
            />
          </div>
        </div>
      )}
      {photoPath && (
        <p className="border-b px-5 py-3">
          <PhotoLink photoId={photoIdOf(photoPath)} />
        </p>
      )}
    </>
  );
}

export interface ItemDetailProps {
  item: Item;
  inbox: Inbox;
  deciding: Deciding;
  /** Back to the list, on phones. */
  onBack: () => void;
}

/** What happened, what speaks for it, and what to do: the evidence scrolls, the actions stay. */
export function ItemDetail({ item, inbox, deciding, onBack }: ItemDetailProps) {
  const { t } = useTranslation(['verification', 'common']);
  const manages = useIsPrivileged();
  const me = useEmployee()?.id;
  const words = useItemText()(item);
  const clock = useSiteClock(item.project_id);
  const evidence = useQuery({ ...evidenceQuery(item), enabled: manages });
  const name = `${item.first_name ?? ''} ${item.last_name ?? ''}`.trim();
  const to = whereToChange(item);
  const isTold = item.kind === 'off_site_punch' || item.kind === 'meter_jump';
  return (
    <article className="flex min-h-0 flex-1 flex-col" aria-label={words.title}>
      <header className="flex shrink-0 flex-wrap items-center gap-3 border-b px-5 py-3.5">
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
        <Neighbors item={item} inbox={inbox} />
        {manages && (
          <div className="flex gap-2 max-sm:w-full">
            {to && (
              <Button size="small" asChild>
                <Link to={to}>{t('action.open')}</Link>
              </Button>
            )}
            {item.status === 'open' && <Assignment item={item} />}
          </div>
        )}
      </header>
      <section
        className="min-h-0 flex-1 overscroll-contain lg:overflow-y-auto"
        aria-label={t('evidence')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a mouse.
        tabIndex={0}
      >
        <ItemFacts item={item} evidence={evidence.data} />
        {manages && <Pictures item={item} photoPath={evidence.data?.photo_path} />}
        {words.text && !isTold && <p className="border-b px-5 py-3 text-sm">{words.text}</p>}
        {manages && <LatePay item={item} />}
        <SignedTime item={item} />
        <div className="grid content-start divide-y xl:auto-cols-fr xl:grid-flow-col xl:divide-x xl:divide-y-0">
          {manages && (
            <Loaded query={evidence} skeleton={<ListSkeleton />}>
              <DayStory day={evidence.data?.day ?? []} />
            </Loaded>
          )}
          <ItemQuestions item={item} isMine={item.employee_id === me} />
          {item.status === 'resolved' && <ResolvedNote item={item} />}
          {item.status === 'open' && !manages && (
            <p className="px-5 py-4 text-muted text-sm">{t('waiting')}</p>
          )}
        </div>
      </section>
      {manages && (
        <ItemActions
          item={item}
          evidence={evidence.data}
          deciding={deciding}
          onOpenIncident={(id) => inbox.change('incident', id)}
        />
      )}
    </article>
  );
}
