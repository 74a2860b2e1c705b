import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { FieldError, type FormOf, useForm } from '@/components/form/use-form';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Textarea } from '@/components/ui/textarea';
import {
  type OpenPage,
  useHandIn,
  type Week,
} from '@/features/subcontractor-page/api/subcontractor-page';
import { ACCEPTED, MAX_FILE_BYTES } from '@/features/subcontractor-page/file-type';
import { toAppError } from '@/lib/errors';
import { numberIn } from '@/lib/read-number';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';
import { uuidv7 } from '@/lib/uuid';

const HOW = ['file', 'typed', 'noWork'] as const;

interface Typed {
  how: (typeof HOW)[number];
  file: File | null;
  number: string;
  workers: string;
  hours: string;
  gross: string;
  final: boolean;
  note: string;
  name: string;
}

interface HandInDialogProps {
  token: string;
  page: OpenPage;
  week: Week;
  onClose: () => void;
}

const LIMITS = {
  number: { digits: 0, min: 1, max: 9_999 },
  workers: { digits: 0, min: 0, max: 9_999 },
  hours: { digits: 2, min: 0, max: 999_999.99 },
  gross: { digits: 2, min: 0, max: 999_999_999.99 },
};

/** A report of one week: a file, its figures, or that nobody worked. */
export function HandInDialog({ token, page, week, onClose }: HandInDialogProps) {
  const { t } = useTranslation('subcontractor');
  const day = useWrittenDay();
  const [id] = useState(uuidv7);
  const handIn = useHandIn(token);
  const before = page.weeks.flatMap(({ reports }) => reports);
  const [last] = week.reports;
  const form = useForm({
    initial: (): Typed => ({
      how: 'file',
      file: null,
      number: String(last?.number ?? nextNumber(before.map(({ number }) => number))),
      workers: '',
      hours: '',
      gross: '',
      final: last?.final ?? false,
      note: '',
      name: before[0]?.handed_in_by ?? '',
    }),
    read: (typed, wrong) => {
      const figure = (name: 'workers' | 'hours' | 'gross'): number | null => {
        if (typed.how === 'noWork') return null;
        if (typed[name].trim() === '' && typed.how === 'file') return null;
        return numberIn(typed[name], LIMITS[name]) ?? wrong(name, t(`wrong.${name}`));
      };
      return {
        id,
        weekEnd: week.week_end,
        noWork: typed.how === 'noWork',
        file: typed.how === 'file' ? (typed.file ?? wrong('file', t('wrong.file'))) : null,
        number: numberIn(typed.number, LIMITS.number) ?? wrong('number', t('wrong.number')),
        workers: figure('workers'),
        hours: figure('hours')?.toString() ?? null,
        gross: figure('gross')?.toFixed(2) ?? null,
        final: typed.final,
        note: typed.note.trim(),
        name: typed.name.trim() || wrong('name', t('wrong.name')),
      };
    },
    submit: async (report) => {
      if (report.file && report.file.size > MAX_FILE_BYTES) {
        throw new FieldError('file', t('wrong.fileSize'));
      }
      try {
        await handIn.mutateAsync(report);
      } catch (cause) {
        const isType = toAppError(cause).code === 'subcontractor_reports_media_type_known';
        throw isType ? new FieldError('file', t('wrong.fileType')) : cause;
      }
    },
    refusals: {
      hand_in_name: ['name', t('wrong.name')],
      hand_in_numbers: ['workers', t('failure.hand_in_numbers')],
      nine_digits: ['note', t('failure.nine_digits')],
    },
    done: () => {
      toast.success(t('form.done', { company: page.company }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('form.title', { date: day.date(week.week_end) })}
      save={t(form.busy ? 'form.sending' : 'form.send')}
      onClose={onClose}
    >
      <RadioGroup
        aria-label={t('form.how')}
        value={form.values.how}
        onValueChange={(how) => form.set({ how: how as Typed['how'] })}
        className="sm:col-span-2 sm:grid-cols-3"
      >
        {HOW.map((how) => (
          <RadioItem key={how} value={how} label={t(`form.${how}`)} />
        ))}
      </RadioGroup>
      {form.values.how === 'file' && <FileField form={form} />}
      <Field label={t('form.number')}>
        <NumberInput
          {...form.text('number')}
          limits={LIMITS.number}
          inputMode="numeric"
          maxLength={4}
        />
      </Field>
      {form.values.how !== 'noWork' && <Figures form={form} />}
      <Field label={t('form.name')}>
        <Input {...form.text('name')} maxLength={200} autoComplete="name" />
      </Field>
      <Field label={t('form.note')} hint={t('form.privacy')} optional className="sm:col-span-2">
        <Textarea {...form.text('note')} maxLength={1000} rows={2} />
      </Field>
      <div className="flex items-center gap-2.5 sm:col-span-2">
        <Checkbox id="final" {...form.checked('final')} />
        <Label htmlFor="final">{t('form.final')}</Label>
      </div>
    </FormDialog>
  );
}

const nextNumber = (numbers: readonly (number | null)[]): number =>
  Math.max(0, ...numbers.map((number) => number ?? 0)) + 1;

function Figures({ form }: { form: FormOf<Typed> }) {
  const { t } = useTranslation('subcontractor');
  const optional = form.values.how === 'file';
  return (
    <>
      <Field label={t('form.workers')} optional={optional}>
        <NumberInput
          {...form.text('workers')}
          limits={LIMITS.workers}
          inputMode="numeric"
          maxLength={6}
        />
      </Field>
      <Field label={t('form.hours')} optional={optional}>
        <NumberInput {...form.text('hours')} limits={LIMITS.hours} maxLength={12} />
      </Field>
      <Field label={t('form.gross')} optional={optional}>
        <NumberInput {...form.text('gross')} limits={LIMITS.gross} maxLength={16} />
      </Field>
    </>
  );
}

function FileField({ form }: { form: FormOf<Typed> }) {
  const { t } = useTranslation('subcontractor');
  const { file } = form.values;
  const problem = form.errors['file'];
  const take = (chosen: File | undefined) => chosen && form.set({ file: chosen });
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <label
        className="flex cursor-pointer flex-col items-center gap-1 rounded-card border border-dashed px-4 py-6 text-center text-sm focus-within:outline-2 focus-within:outline-ring hover:bg-sunken"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileUp className="size-5 text-muted" aria-hidden="true" />
        <span className="font-[550] wrap-anywhere">{file?.name ?? t('form.choose')}</span>
        <span className="text-muted">{t('form.chooseHint')}</span>
        <input
          type="file"
          accept={ACCEPTED}
          className="sr-only"
          aria-label={t('form.choose')}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
