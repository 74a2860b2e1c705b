import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox } from '@/components/shared/combobox';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SignaturePad, type Strokes, strokePath } from '@/components/shared/signature-pad';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { titleIn } from '@/entities/bulletin/bulletin-article';
import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import { useTeam } from '@/entities/employee/team-options';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { attendanceQuery } from '@/features/bulletin/api/queries';
import { useSignAttendance } from '@/features/bulletin/api/sign-attendance';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** One phone goes around: name, signature, next. */
export default function TalkDialog({
  bulletin,
  onClose,
}: {
  bulletin: BulletinText;
  onClose: () => void;
}) {
  const { t, language } = useTranslation(['bulletin', 'common']);
  const { employee, running_entry: running } = useViewer();
  const companyId = employee?.company_id ?? '';
  const { today } = useCalendar();
  const format = useFormat();
  const team = useTeam();
  const attendance = useQuery(attendanceQuery(companyId, bulletin.id));
  const sign = useSignAttendance();
  const [person, setPerson] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [strokes, setStrokes] = useState<Strokes>([]);
  const signed = attendance.data ?? [];
  const choose = (id: string | null) => {
    setPerson(id);
    setName(team.find((option) => option.value === id)?.text ?? '');
  };
  const submit = () => {
    if (!employee || name.trim() === '') return;
    sign.mutate(
      {
        bulletinId: bulletin.id,
        companyId,
        heldBy: employee.id,
        projectId: running?.project_id ?? null,
        heldOn: today,
        name: name.trim(),
        employeeId: person,
        strokes,
        language,
      },
      {
        onSuccess: () => {
          choose(null);
          setStrokes([]);
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('talk.title')}
        description={`${titleIn(bulletin, language)} · ${format.weekdayDate(today)}`}
      >
        <DialogBody className="grid content-start gap-4">
          {sign.error && <Notice tone="danger">{errorText(sign.error)}</Notice>}
          <Field label={t('talk.person')} hint={t('talk.personHint')}>
            <Combobox
              value={person}
              onValueChange={choose}
              options={team}
              placeholder={t('common:employee.choose')}
              clearLabel={t('talk.visitor')}
            />
          </Field>
          <Field label={t('talk.name')}>
            <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
          </Field>
          <SignaturePad label={t('talk.signature')} value={strokes} onValueChange={setStrokes} />
          <section>
            <h3 className="mb-1 font-[620]">{t('talk.signed', { count: signed.length })}</h3>
            <Loaded query={attendance} skeleton={<ListSkeleton rows={2} />}>
              <ul className="divide-y rounded-card border empty:hidden">
                {signed.map((row) => (
                  <li key={row.id} className="flex items-center gap-3 px-3.5 py-2 text-sm">
                    <span className="min-w-0 flex-1 truncate">{row.signed_name}</span>
                    <svg viewBox="0 0 300 100" className="h-7 w-20" aria-hidden="true">
                      {(row.strokes as unknown as Strokes).map((line) => (
                        <path
                          key={strokePath(line)}
                          d={strokePath(line)}
                          className="fill-none stroke-4 stroke-foreground"
                        />
                      ))}
                    </svg>
                    <span className="tabular text-muted">{format.dateTime(row.created_at)}</span>
                  </li>
                ))}
              </ul>
            </Loaded>
          </section>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.done')}</Button>
          <Button
            variant="primary"
            busy={sign.isPending}
            disabled={name.trim() === ''}
            onClick={submit}
          >
            {t('talk.sign')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
