import { Coffee, LogOut, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { Combobox } from '@/components/shared/combobox';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { clockRefusalOf } from '@/entities/clock-rule/clock-refusal';
import { LateWhomToCall } from '@/entities/clock-rule/late-whom-to-call';
import { isLongClock } from '@/entities/running-entry/real-end';
import { sendPhoto } from '@/features/kiosk/api/photos';
import {
  type PersonAnswer,
  type PunchKind,
  type PunchName,
  usePunch,
} from '@/features/kiosk/api/punch';
import type { Kiosk } from '@/features/kiosk/api/queries';
import { PhotoPreview } from '@/features/kiosk/components/photo-preview';
import { useCamera } from '@/features/kiosk/use-camera';
import { useCountdown } from '@/features/kiosk/use-countdown';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { useOwnName } from '@/lib/own-name';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

const RealEnd = late(async () => {
  const [module] = await Promise.all([
    import('@/features/kiosk/components/real-end'),
    loadNamespaces(['forgotten-punch']),
  ]);
  return module;
});

/** Nobody stands here any more. */
const CLOSE_SECONDS = 30;

export interface Done {
  kind: PunchKind;
  at: string;
  work: string;
  punch: PunchName;
}

export interface ActionsProps {
  kiosk: Kiosk;
  employeeId: string;
  pin: string;
  person: PersonAnswer;
  onDone: (done: Done) => void;
  onClose: () => void;
}

export function Actions({ kiosk, employeeId, pin, person, onDone, onClose }: ActionsProps) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const punch = usePunch(kiosk.id);
  const left = useCountdown(CLOSE_SECONDS, onClose);
  const [id] = useState(uuidv7);
  const [picking, setPicking] = useState(false);
  const [asksEnd, setAsksEnd] = useState(false);
  const [photo, setPhoto] = useState(person.photo);
  const camera = useCamera(photo === 'yes');
  const { running } = person;
  const refusal = clockRefusalOf(punch.error);
  const ownName = useOwnName();
  const runningOn = ownName({
    name: running?.project_name ?? '',
    name_es: running?.project_name_es ?? null,
  });
  const nameOf = ({ projectId, costCodeId, classificationId }: Partial<KioskWork>): string => {
    const code = person.cost_codes.find((one) => one.id === costCodeId);
    const project = person.projects.find((one) => one.id === projectId);
    const classOfWork = person.classes?.find((one) => one.id === classificationId);
    return [
      project && ownName(project),
      code && `${code.code} ${ownName(code)}`,
      classOfWork && ownName(classOfWork),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  const send = (kind: PunchKind, work: Partial<KioskWork> = {}, endedAt?: string) => {
    // Of the moment of the tap; sent once the punch is made.
    const taken = photo === 'yes' ? camera.take() : Promise.resolve(null);
    punch.mutate(
      {
        id,
        employeeId,
        pin,
        kind,
        ...work,
        ...(endedAt ? { endedAt } : {}),
      },
      {
        onSuccess: (row) => {
          if (row?.result !== 'done') return;
          const made: PunchName = row.entry_id
            ? { entryId: row.entry_id }
            : { eventId: row.event_id ?? '' };
          void taken
            .then(
              (picture) => picture && sendPhoto({ employeeId, pin, punch: made, kind, picture }),
            )
            .catch(() => undefined);
          const done = nameOf(work) || runningOn;
          onDone({ kind, at: row.happened_at, work: done, punch: made });
        },
      },
    );
  };
  const choices = startChoices(person, kiosk);
  const startKind = running ? 'switch' : 'clock_in';
  return (
    <main className="mx-auto grid w-full max-w-5xl gap-8 px-5 py-8 md:grid-cols-[18rem_1fr]">
      <section className="grid content-start gap-3">
        <Avatar name={person.first_name} size="large" />
        <h1 className="font-[680] text-stat tracking-[-0.02em]">
          {t('hello', { name: person.first_name })}
        </h1>
        <p className="text-muted">
          {running?.since
            ? t(running.on_break ? 'onBreak' : 'inSince', {
                time: format.time(running.since),
                project: runningOn,
              })
            : t(running ? 'isIn' : 'isOut')}
        </p>
        <Button size="large" className="justify-self-start" onClick={onClose}>
          {t('notMe')}
        </Button>
        <p className="text-muted text-sm">{t('closesIn', { count: left })}</p>
        {(photo === 'yes' || photo === 'no') && (
          <PhotoPreview
            camera={camera}
            employeeId={employeeId}
            pin={pin}
            agreed={photo === 'yes'}
            onAnswer={(agreed) => setPhoto(agreed ? 'yes' : 'no')}
          />
        )}
      </section>
      <section className="grid content-start gap-3">
        {person.result === 'unchecked' && <Notice tone="attention">{t('noSignal')}</Notice>}
        {person.clock_from && !running && Date.parse(person.clock_from) > serverNow() && (
          <Notice tone="attention">
            {t('clockFrom', { time: format.time(person.clock_from) })}
          </Notice>
        )}
        {punch.isError && (
          <Notice tone="danger">
            {refusal ? (
              <Suspense>
                <LateWhomToCall contacts={refusal.contacts} rule={refusal.rule} />
              </Suspense>
            ) : (
              errorText(punch.error)
            )}
          </Notice>
        )}
        {punch.data && punch.data.result !== 'done' && (
          <Notice tone="danger">{t(`refused.${punch.data.result as 'locked'}`)}</Notice>
        )}
        {running && (
          <div className="grid gap-3 sm:grid-cols-2">
            <Button
              variant="running"
              size="huge"
              className="h-24!"
              disabled={punch.isPending}
              onClick={() =>
                running.since && isLongClock(running.since) ? setAsksEnd(true) : send('clock_out')
              }
            >
              <LogOut className="size-6!" aria-hidden="true" />
              {t('action.clock_out')}
            </Button>
            <Button
              size="huge"
              className="h-24!"
              disabled={punch.isPending}
              onClick={() => send(running.on_break ? 'end_break' : 'start_break')}
            >
              <Coffee className="size-6!" aria-hidden="true" />
              {t(running.on_break ? 'action.end_break' : 'action.start_break')}
            </Button>
          </div>
        )}
        {running?.since && asksEnd && (
          <Suspense>
            <RealEnd
              clockIn={running.since}
              proposal={running.proposal ?? null}
              timeZone={kiosk.time_zone}
              busy={punch.isPending}
              onChoose={(endedAt) => send('clock_out', {}, endedAt)}
            />
          </Suspense>
        )}
        <h2 className="mt-2 font-[620] text-md">{t(running ? 'switchTo' : 'tapToStart')}</h2>
        {choices.map((work, index) => (
          <Button
            key={`${work.projectId}${work.costCodeId}${work.classificationId}`}
            variant={index === 0 && !running ? 'primary' : 'outline'}
            size="huge"
            className="h-auto! min-h-20 justify-start! whitespace-normal! py-3 text-left"
            disabled={punch.isPending}
            onClick={() => send(startKind, work)}
          >
            <Play className="size-6!" aria-hidden="true" />
            {nameOf(work)}
          </Button>
        ))}
        {picking ? (
          <OtherWork
            person={person}
            busy={punch.isPending}
            onStart={(work) => send(startKind, work)}
          />
        ) : (
          <Button size="huge" onClick={() => setPicking(true)}>
            {t('other')}
          </Button>
        )}
      </section>
    </main>
  );
}

/** What a punch starts; a class of work only on public projects. */
interface KioskWork {
  projectId: string;
  costCodeId: string | null;
  classificationId: string | null;
}

/** Codes that can be booked on a project: its own where it has a list, else all. */
const codesOn = (person: PersonAnswer, projectId: string | null) =>
  person.cost_codes.filter(
    ({ projects }) =>
      projectId === null ||
      !person.limited_projects.includes(projectId) ||
      projects?.includes(projectId),
  );

const needsCode = (person: PersonAnswer, projectId: string): boolean =>
  person.cost_code_required && codesOn(person, projectId).length > 0;

/** What was worked on last and can be still, those of the kiosk's project first; three at most. */
function startChoices(person: PersonAnswer, { project_id }: Kiosk): KioskWork[] {
  const open = new Set(person.projects.map(({ id }) => id));
  const recent = person.recent
    .filter(
      ({ project_id: id, cost_code_id }) =>
        open.has(id) && (cost_code_id !== null || !needsCode(person, id)),
    )
    .map((work) => ({
      projectId: work.project_id,
      costCodeId: work.cost_code_id,
      classificationId: work.classification_id ?? null,
    }))
    .toSorted((a, b) => Number(b.projectId === project_id) - Number(a.projectId === project_id));
  const own =
    project_id &&
    open.has(project_id) &&
    !needsCode(person, project_id) &&
    !recent.some((work) => work.projectId === project_id)
      ? [{ projectId: project_id, costCodeId: null, classificationId: null }]
      : [];
  return [...own, ...recent].slice(0, 3);
}

interface OtherWorkProps {
  person: PersonAnswer;
  busy: boolean;
  onStart: (work: KioskWork) => void;
}

function OtherWork({ person, busy, onStart }: OtherWorkProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const [classificationId, setClassificationId] = useState<string | null>(null);
  const ownName = useOwnName();
  const classOptions = (person.classes ?? [])
    .filter(({ project_id }) => project_id === projectId)
    .map((row) => ({
      value: row.id,
      text: ownName(row),
      keywords: [row.code, row.name],
      label: (
        <>
          <span className="min-w-0 truncate">{ownName(row)}</span>
          <span className="tabular shrink-0 text-faint text-xs">{row.code}</span>
        </>
      ),
    }));
  const codes = codesOn(person, projectId);
  const isComplete = projectId !== null && (costCodeId !== null || !needsCode(person, projectId));
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-4">
      <Field label={t('common:project.label')}>
        <Combobox
          size="huge"
          value={projectId}
          placeholder={t('common:project.choose')}
          options={person.projects.map((project) => ({
            value: project.id,
            text: ownName(project),
            keywords: [project.name],
          }))}
          onValueChange={(next) => {
            setProjectId(next);
            setCostCodeId(null);
            setClassificationId(null);
          }}
        />
      </Field>
      {codes.length > 0 && (
        <Field label={t('common:costCode.label')}>
          <Combobox
            size="huge"
            value={costCodeId}
            placeholder={t('common:costCode.choose')}
            options={codes.map((code) => ({
              value: code.id,
              text: `${code.code} ${ownName(code)}`,
              keywords: [code.name],
            }))}
            onValueChange={setCostCodeId}
          />
        </Field>
      )}
      {classOptions.length > 0 && (
        <Field label={t('classOfWork')} hint={classificationId ? undefined : t('classHint')}>
          <Combobox
            size="huge"
            value={classificationId}
            placeholder={t('classUsual')}
            clearLabel={t('classUsual')}
            options={classOptions}
            onValueChange={setClassificationId}
          />
        </Field>
      )}
      <Button
        variant="primary"
        size="huge"
        busy={busy}
        disabled={!isComplete}
        onClick={() => projectId && onStart({ projectId, costCodeId, classificationId })}
      >
        {t('start')}
      </Button>
    </div>
  );
}
