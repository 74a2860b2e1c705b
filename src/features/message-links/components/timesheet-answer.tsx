import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { STATEMENT_VERSION } from '@/entities/pay-period/statement-version';
import type { LinkAnswer, TimesheetContent } from '@/features/message-links/api/message-link';
import { formatDuration } from '@/lib/duration';
import { createFormat } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface TimesheetAnswerProps {
  content: TimesheetContent;
  onAnswer: (answer: LinkAnswer) => Promise<void>;
}

/** The hours day by day; signed by name, or what is wrong with them. */
export function TimesheetAnswer({ content, onAnswer }: TimesheetAnswerProps) {
  const { t, language } = useTranslation('payroll');
  const [disputing, setDisputing] = useState(false);
  const minutes = Object.values(content.hours).reduce((sum, each) => sum + each, 0);
  const range = { range: dateRange(content, language), hours: formatDuration(minutes * 60) };
  const common = { language, version: STATEMENT_VERSION };
  return (
    <>
      <Days content={content} totalMinutes={minutes} />
      {disputing ? (
        <DisputeForm
          statement={t('sheet.disputeStatement', range)}
          onBack={() => setDisputing(false)}
          onSend={(note, statement) => onAnswer({ ...common, action: 'dispute', note, statement })}
        />
      ) : (
        <SignForm
          statement={t('sheet.statement', range)}
          onDispute={() => setDisputing(true)}
          onSend={(name, statement) => onAnswer({ ...common, action: 'sign', name, statement })}
        />
      )}
    </>
  );
}

interface AnswerFormProps {
  statement: string;
  onSend: (text: string, statement: string) => Promise<void>;
}

function SignForm({ statement, onSend, onDispute }: AnswerFormProps & { onDispute: () => void }) {
  const { t } = useTranslation('payroll');
  const form = useForm({
    initial: { name: '' },
    read: ({ name }, wrong) => name.trim() || wrong('name', t('sheet.nameMissing')),
    submit: (name) => onSend(name, statement),
  });
  return (
    <Form form={form} className="grid gap-4">
      <p className="text-sm">{statement}</p>
      <Field label={t('sheet.name')}>
        <Input {...form.text('name')} autoComplete="name" />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        {t('sheet.sign')}
      </Button>
      <Button size="large" block onClick={onDispute}>
        {t('sheet.dispute')}
      </Button>
    </Form>
  );
}

function DisputeForm({ statement, onSend, onBack }: AnswerFormProps & { onBack: () => void }) {
  const { t } = useTranslation('payroll');
  const { t: tLink } = useTranslation('message-link');
  const form = useForm({
    initial: { note: '' },
    read: ({ note }, wrong) => note.trim() || wrong('note', t('sheet.noteMissing')),
    submit: (note) => onSend(note, statement),
  });
  return (
    <Form form={form} className="grid gap-4">
      <p className="text-sm">{statement}</p>
      <Field label={t('sheet.note')}>
        <Textarea {...form.text('note')} rows={4} autoFocus />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        {t('sheet.send')}
      </Button>
      <Button size="large" block onClick={onBack}>
        {tLink('back')}
      </Button>
    </Form>
  );
}

function Days({ content, totalMinutes }: { content: TimesheetContent; totalMinutes: number }) {
  const { t, language } = useTranslation('message-link');
  const days = [
    ...new Set([...Object.keys(content.hours), ...content.entries.map((each) => each.work_date)]),
  ].sort();
  if (days.length === 0) return <p className="text-muted text-sm">{t('noEntries')}</p>;
  return (
    <div className="rounded-card border">
      <ul className="divide-y">
        {days.map((date) => (
          <li key={date} className="px-4 py-3">
            <div className="flex items-baseline justify-between gap-3 font-[600]">
              <span>{plainDate(date, language, { weekday: 'long' })}</span>
              <span className="tabular">{formatDuration((content.hours[date] ?? 0) * 60)}</span>
            </div>
            <ul className="mt-1 grid gap-1 text-muted text-sm">
              {content.entries
                .filter(({ work_date }) => work_date === date)
                .map((entry) => (
                  <EntryLine key={entry.clock_in} entry={entry} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className="tabular flex justify-between gap-3 border-t bg-sunken px-4 py-3 font-[660]">
        <span>{t('total')}</span>
        <span>{formatDuration(totalMinutes * 60)}</span>
      </div>
    </div>
  );
}

function EntryLine({ entry }: { entry: TimesheetContent['entries'][number] }) {
  const { t, language } = useTranslation('message-link');
  const { time } = createFormat({
    language,
    timeZone: entry.time_zone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  const end = entry.clock_out ? time(entry.clock_out) : t('running');
  return (
    <li>
      <span className="tabular">
        {time(entry.clock_in)} – {end}
      </span>
      {entry.break_seconds > 0 && (
        <span>, {t('break', { duration: formatDuration(entry.break_seconds) })}</span>
      )}
      <span className="block">
        {[entry.project_name, entry.cost_code].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}

/** A date without a time, whatever zone the phone is in. */
function plainDate(date: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, {
    month: 'long',
    day: 'numeric',
    ...options,
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00:00Z`));
}

function dateRange({ start_date, end_date }: TimesheetContent, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${start_date}T12:00:00Z`),
    new Date(`${end_date}T12:00:00Z`),
  );
}
