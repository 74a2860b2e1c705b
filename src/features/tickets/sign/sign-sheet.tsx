import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { SignaturePad, type Strokes, strokePath } from '@/components/shared/signature-pad';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { type CopyTexts, copyTexts } from '@/features/tickets/sign/copy-texts';
import { ShownLines } from '@/features/tickets/sign/shown-lines';
import type { ShownTicket } from '@/features/tickets/sign/shown-ticket';
import { createFormat } from '@/lib/format';
import type { Language } from '@/lib/languages';

export interface SheetAnswer {
  action: 'sign' | 'refuse';
  name: string;
  title: string;
  reason: string;
  witness: string;
  email: string;
  language: Language;
  signature_path: string;
}

export interface SignSheetProps {
  ticket: ShownTicket;
  language: Language;
  onLanguageChange: (language: Language) => void;
  /** What the answer keeps beside name and time. */
  hasPlace: boolean;
  /** On the foreman's phone: where the copy goes, and a witness of a refusal. */
  handedOver?: { email: string } | undefined;
  /** Refused before: there is only signing left. */
  mayRefuse?: boolean;
  pictures?: ReactNode;
  onAnswer: (answer: SheetAnswer) => Promise<unknown>;
}

/** Of the same form as the database asks for. */
const pathOf = (strokes: Strokes): string =>
  strokes.map((line) => strokePath(line).replaceAll(' L', 'L')).join('');

/** What the customer sees: hours and quantities, then Sign or Refuse, in their language. */
export function SignSheet({
  ticket,
  language,
  onLanguageChange,
  pictures,
  ...props
}: SignSheetProps) {
  const [refusing, setRefusing] = useState(false);
  const t = copyTexts(language);
  const format = createFormat({
    language,
    timeZone: 'UTC',
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  return (
    <div lang={language} className="grid gap-4">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="font-[680] text-lg">
            {ticket.number ? t('title', { number: ticket.number }) : t('titleWithoutNumber')}
          </h1>
          <p className="text-muted text-sm">{ticket.company}</p>
        </div>
        <Languages language={language} onChange={onLanguageChange} />
      </header>
      <div className="rounded-card border bg-surface px-4 py-3">
        <p className="font-[650]">{ticket.project}</p>
        <p className="text-muted text-sm">
          {[format.longDate(ticket.work_date), ticket.location, ticket.reference]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mt-1.5 whitespace-pre-wrap">{ticket.description}</p>
        <p className="mt-1.5 text-muted text-sm">
          {t('directedBy', {
            who: [ticket.directed.name, ticket.directed.title, ticket.directed.company]
              .filter(Boolean)
              .join(', '),
          })}
        </p>
      </div>
      <ShownLines ticket={ticket} t={t} />
      {pictures}
      {refusing ? (
        <RefuseForm {...props} {...{ ticket, language, t }} onBack={() => setRefusing(false)} />
      ) : (
        <SignForm {...props} {...{ ticket, language, t }} onRefuse={() => setRefusing(true)} />
      )}
    </div>
  );
}

function Languages({
  language,
  onChange,
}: {
  language: Language;
  onChange: (language: Language) => void;
}) {
  return (
    <fieldset className="flex shrink-0 gap-1">
      <legend className="sr-only">Language · Idioma</legend>
      {(['en', 'es'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          lang={each}
          variant={each === language ? 'outline' : 'ghost'}
          aria-pressed={each === language}
          onClick={() => onChange(each)}
        >
          {each === 'en' ? 'English' : 'Español'}
        </Button>
      ))}
    </fieldset>
  );
}

type FormProps = Pick<
  SignSheetProps,
  'ticket' | 'language' | 'hasPlace' | 'handedOver' | 'mayRefuse' | 'onAnswer'
> & { t: CopyTexts };

const NOTHING = { reason: '', witness: '', email: '', signature_path: '' };

function SignForm({ t, onRefuse, ...props }: FormProps & { onRefuse: () => void }) {
  const { language, handedOver, hasPlace, mayRefuse = true, onAnswer } = props;
  // In the hand of the customer a typed name alone is anybody's.
  const isDrawn = handedOver !== undefined && matchMedia('(any-pointer: coarse)').matches;
  const form = useForm({
    initial: {
      // Whoever signs writes the name: it may be another than who gave the order.
      name: '',
      title: '',
      email: handedOver?.email ?? '',
      strokes: [] as Strokes,
    },
    read: ({ name, title, email, strokes }, wrong) => ({
      ...NOTHING,
      action: 'sign' as const,
      language,
      name: name.trim() || wrong('name', t('nameMissing')),
      title: title.trim(),
      email: /^$|^[^@\s]+@[^@\s]+$/.test(email.trim())
        ? email.trim()
        : wrong('email', t('emailWrong')),
      signature_path: pathOf(strokes) || (isDrawn ? wrong('strokes', t('signatureMissing')) : ''),
    }),
    submit: onAnswer,
  });
  return (
    <Form form={form} className="grid gap-4">
      <Notice>{t('confirm')}</Notice>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')}>
          <Input {...form.text('name')} maxLength={200} autoComplete="name" />
        </Field>
        <Field label={t('personTitle')}>
          <Input {...form.text('title')} maxLength={200} autoComplete="organization-title" />
        </Field>
      </div>
      <div>
        <p className="mb-1 text-sm">{t('signHere')}</p>
        <SignaturePad
          label={t('signHere')}
          texts={{ clear: t('clear'), hint: t(isDrawn ? 'signHintDrawn' : 'signHint') }}
          {...form.value('strokes')}
        />
        {form.errors['strokes'] && (
          <p role="alert" className="text-danger text-sm">
            {form.errors['strokes']}
          </p>
        )}
      </div>
      {handedOver && (
        <Field label={t('email')} hint={t('emailHint')}>
          <Input {...form.text('email')} type="email" maxLength={254} autoComplete="email" />
        </Field>
      )}
      <Stored t={t} hasPlace={hasPlace} />
      <div
        className="grid grid-cols-2 gap-3 data-[one]:grid-cols-1"
        data-one={mayRefuse ? undefined : ''}
      >
        {mayRefuse && (
          <Button size="large" block onClick={onRefuse}>
            <span className="text-danger">{t('refuse')}</span>
          </Button>
        )}
        <Button type="submit" variant="primary" size="large" block busy={form.busy}>
          {t('sign')}
        </Button>
      </div>
    </Form>
  );
}

function RefuseForm({ t, onBack, ...props }: FormProps & { onBack: () => void }) {
  const { language, handedOver, hasPlace, onAnswer } = props;
  const form = useForm({
    initial: {
      reason: '',
      name: '',
      title: '',
      witness: '',
    },
    read: ({ reason, name, title, witness }, wrong) => ({
      ...NOTHING,
      action: 'refuse' as const,
      language,
      reason: reason.trim() || wrong('reason', t('reasonMissing')),
      name: name.trim() || wrong('name', t('refuserMissing')),
      title: title.trim(),
      witness: witness.trim(),
      email: handedOver?.email ?? '',
    }),
    submit: onAnswer,
  });
  return (
    <Form form={form} className="grid gap-4">
      <Field label={t('reason')}>
        <Textarea {...form.text('reason')} rows={3} maxLength={1000} autoFocus />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('refuser')}>
          <Input {...form.text('name')} maxLength={200} autoComplete="name" />
        </Field>
        <Field label={t('personTitle')}>
          <Input {...form.text('title')} maxLength={200} autoComplete="organization-title" />
        </Field>
      </div>
      {handedOver && (
        <Field label={t('witness')} hint={t('witnessHint')}>
          <Input {...form.text('witness')} maxLength={200} autoComplete="off" />
        </Field>
      )}
      <Stored t={t} hasPlace={hasPlace} />
      <div className="grid grid-cols-2 gap-3">
        <Button size="large" block onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" variant="danger" size="large" block busy={form.busy}>
          {t('sendRefusal')}
        </Button>
      </div>
    </Form>
  );
}

function Stored({ t, hasPlace }: { t: CopyTexts; hasPlace: boolean }) {
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <MapPin className="size-4 shrink-0" aria-hidden="true" />
      {t(hasPlace ? 'storedWithPlace' : 'stored')}
    </p>
  );
}
