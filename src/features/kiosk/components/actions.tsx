import { Coffee, LogOut, Play } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { Combobox } from '@/components/shared/combobox';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
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
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

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
  const [photo, setPhoto] = useState(person.photo);
  const camera = useCamera(photo === 'yes');
  const { running } = person;
  const nameOf = (projectId: string | undefined, codeId?: string | null): string => {
    const code = person.cost_codes.find((one) => one.id === codeId);
    const project = person.projects.find((one) => one.id === projectId)?.name;
    return [project, code && `${code.code} ${code.name}`].filter(Boolean).join(' · ');
  };
  const send = (kind: PunchKind, projectId?: string, costCodeId?: string | null) => {
    // Of the moment of the tap; sent once the punch is made.
    const taken = photo === 'yes' ? camera.take() : Promise.resolve(null);
    punch.mutate(
      {
        id,
        employeeId,
        pin,
        kind,
        ...(projectId ? { projectId, costCodeId: costCodeId ?? null } : {}),
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
          const work = nameOf(projectId, costCodeId) || running?.project_name || '';
          onDone({ kind, at: row.happened_at, work, punch: made });
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
                project: running.project_name ?? '',
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
        {punch.isError && <Notice tone="danger">{errorText(punch.error)}</Notice>}
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
              onClick={() => send('clock_out')}
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
        <h2 className="mt-2 font-[620] text-md">{t(running ? 'switchTo' : 'tapToStart')}</h2>
        {choices.map(({ projectId, costCodeId }, index) => (
          <Button
            key={`${projectId}${costCodeId}`}
            variant={index === 0 && !running ? 'primary' : 'outline'}
            size="huge"
            className="h-auto! min-h-20 justify-start! whitespace-normal! py-3 text-left"
            disabled={punch.isPending}
            onClick={() => send(startKind, projectId, costCodeId)}
          >
            <Play className="size-6!" aria-hidden="true" />
            {nameOf(projectId, costCodeId)}
          </Button>
        ))}
        {picking ? (
          <OtherWork
            person={person}
            busy={punch.isPending}
            onStart={(...work) => send(startKind, ...work)}
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
function startChoices(person: PersonAnswer, { project_id }: Kiosk) {
  const open = new Set(person.projects.map(({ id }) => id));
  const recent = person.recent
    .filter(
      ({ project_id: id, cost_code_id }) =>
        open.has(id) && (cost_code_id !== null || !needsCode(person, id)),
    )
    .map((work) => ({ projectId: work.project_id, costCodeId: work.cost_code_id }))
    .toSorted((a, b) => Number(b.projectId === project_id) - Number(a.projectId === project_id));
  const own =
    project_id &&
    open.has(project_id) &&
    !needsCode(person, project_id) &&
    !recent.some((work) => work.projectId === project_id)
      ? [{ projectId: project_id, costCodeId: null }]
      : [];
  return [...own, ...recent].slice(0, 3);
}

interface OtherWorkProps {
  person: PersonAnswer;
  busy: boolean;
  onStart: (projectId: string, costCodeId: string | null) => void;
}

function OtherWork({ person, busy, onStart }: OtherWorkProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const codes = codesOn(person, projectId);
  const isComplete = projectId !== null && (costCodeId !== null || !needsCode(person, projectId));
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-4">
      <Field label={t('common:project.label')}>
        <Combobox
          size="huge"
          value={projectId}
          placeholder={t('common:project.choose')}
          options={person.projects.map(({ id, name }) => ({ value: id, text: name }))}
          onValueChange={(next) => {
            setProjectId(next);
            setCostCodeId(null);
          }}
        />
      </Field>
      {codes.length > 0 && (
        <Field label={t('common:costCode.label')}>
          <Combobox
            size="huge"
            value={costCodeId}
            placeholder={t('common:costCode.choose')}
            options={codes.map(({ id, code, name }) => ({ value: id, text: `${code} ${name}` }))}
            onValueChange={setCostCodeId}
          />
        </Field>
      )}
      <Button
        variant="primary"
        size="huge"
        busy={busy}
        disabled={!isComplete}
        onClick={() => projectId && onStart(projectId, costCodeId)}
      >
        {t('start')}
      </Button>
    </div>
  );
}
