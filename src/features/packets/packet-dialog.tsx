import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ASKED_AS, type PacketChoice } from '@/features/packets/api/packets';
import { startPacket } from '@/features/packets/packet-job';
import { useFormat } from '@/lib/format-context';
import { addDays, addMonths } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const MAX_MONTHS = 7 * 12;
/** As long as claims usually reach back: docs/guide */
const CLAIM_MONTHS = 36;
const PROJECT_MONTHS = 3;
/** Labor Code 226(c) and 29 CFR 516.7. */
const DEADLINES = [
  { asked: 'person', rule: 'california_226', days: 21 },
  { asked: 'labor_department', rule: 'dol_516_7', days: 3 },
] as const;

export interface PacketDialogProps extends Pick<PacketChoice, 'id' | 'name'> {
  kind: 'claim' | 'project';
  onClose: () => void;
}

/** The period, who asked, and what the packet contains; with what is there already one press is enough. */
export function PacketDialog({ kind, id, name, onClose }: PacketDialogProps) {
  const { t } = useTranslation(['packets', 'common']);
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const months = kind === 'claim' ? CLAIM_MONTHS : PROJECT_MONTHS;
  const form = useForm({
    initial: {
      start: addMonths(today, -months) as DateInputValue,
      end: today as DateInputValue,
      askedBy: '',
      organization: '',
      askedAs: 'person' as (typeof ASKED_AS)[number],
      askedOn: null as DateInputValue,
      redact: kind === 'claim',
      files: true,
    },
    read: (fields, wrong): Pick<PacketChoice, 'start' | 'end' | 'request'> => {
      const { start, end, askedOn } = fields;
      const isRange =
        isDate(start) && isDate(end) && start <= end && end <= addMonths(start, MAX_MONTHS);
      return {
        start: isRange ? start : wrong('start', t('dialog.wrongRange')),
        end: isDate(end) ? end : wrong('end', t('dialog.wrongRange')),
        request: {
          asked_by: fields.askedBy.trim() || null,
          organization: fields.organization.trim() || null,
          asked_as: fields.askedAs,
          asked_on: askedOn === 'invalid' ? wrong('askedOn', t('dialog.wrongDate')) : askedOn,
          redact: fields.redact,
          files: fields.files,
        },
      };
    },
    submit: async (choice) => startPacket({ kind, id, name, ...choice }, { t, format }),
    done: onClose,
  });
  const { askedAs, askedOn } = form.values;
  const deadline = DEADLINES.find(({ asked }) => asked === askedAs);
  return (
    <FormDialog
      form={form}
      title={t(`dialog.${kind}`, { name })}
      description={t('dialog.text')}
      save={t('dialog.make')}
      onClose={onClose}
    >
      <Field label={t('dialog.from')}>
        <DateInput {...form.value('start')} />
      </Field>
      <Field label={t('dialog.to')}>
        <DateInput {...form.value('end')} />
      </Field>
      <h3 className="mt-1 font-[620] text-base sm:col-span-2">{t('dialog.asked')}</h3>
      <Field label={t('dialog.askedBy')} optional>
        <Input {...form.text('askedBy')} maxLength={200} />
      </Field>
      <Field label={t('dialog.organization')} optional>
        <Input {...form.text('organization')} maxLength={200} />
      </Field>
      <Field label={t('dialog.askedAs')}>
        <Select
          {...form.value('askedAs')}
          options={ASKED_AS.map((value) => ({ value, label: t(`askedAs.${value}`) }))}
        />
      </Field>
      <Field label={t('dialog.askedOn')} optional>
        <DateInput {...form.value('askedOn')} />
      </Field>
      {deadline && isDate(askedOn) && (
        <Notice tone="attention" className="sm:col-span-2">
          {t('dialog.due', {
            date: format.date(addDays(askedOn, deadline.days)),
            rule: t(`rule.${deadline.rule}`),
          })}
        </Notice>
      )}
      <div className="grid gap-3 sm:col-span-2">
        <SwitchRow
          {...form.checked('redact')}
          id="packet-redact"
          label={t('dialog.redact')}
          text={t('dialog.redactText')}
        />
        <SwitchRow
          {...form.checked('files')}
          id="packet-files"
          label={t('dialog.files')}
          text={t('dialog.filesText')}
        />
      </div>
      <p className="text-muted text-sm sm:col-span-2">{t('dialog.personal')}</p>
    </FormDialog>
  );
}
