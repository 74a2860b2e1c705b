import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { type TypedVisit, VISIT_KINDS } from '@/entities/site-visit/site-visit';
import type { VisitForm } from '@/entities/site-visit/use-visit-form';
import { useTranslation } from '@/lib/use-translation';

interface VisitFieldsProps {
  form: VisitForm;
  /** In the language of the screen; empty: nothing to confirm. */
  rules: string;
  /** Names of companies to choose from while typing. */
  companies?: readonly string[];
  /** Somebody else types it: not "your name". */
  isOther?: boolean;
}

/** Name and company first; what is seldom asked opens with one tap. */
export function VisitFields({ form, rules, companies = [], isOther }: VisitFieldsProps) {
  const { t } = useTranslation('site-visit');
  const list = useId();
  const { values } = form;
  const isSub = values.kind === 'subcontractor';
  const employer = isOther ? 'other.companySub' : 'companySub';
  const [isOpen, setIsOpen] = useState(() =>
    (['visiting', 'phone', 'plate', 'trade'] as const).some((name) => values[name] !== ''),
  );
  return (
    <>
      <RadioGroup
        aria-label={t(isOther ? 'other.kind' : 'kind.label')}
        value={values.kind}
        onValueChange={(kind) => form.set({ kind: kind as TypedVisit['kind'] })}
        className="col-span-full sm:grid-cols-2"
      >
        {VISIT_KINDS.map((kind) => (
          <RadioItem key={kind} value={kind} label={t(`kind.${kind}`)} />
        ))}
      </RadioGroup>
      <Field label={t(isOther ? 'other.name' : 'name')}>
        <Input {...form.text('name')} maxLength={120} autoComplete="name" />
      </Field>
      <Field label={t(isSub ? employer : 'company')} optional={!isSub}>
        <Input
          {...form.text('company')}
          maxLength={120}
          autoComplete="organization"
          list={companies.length > 0 ? list : undefined}
        />
      </Field>
      <datalist id={list}>
        {companies.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isSub && (
        <Field
          label={t(isOther ? 'other.headcount' : 'headcount')}
          hint={isOther ? undefined : t('headcountHint')}
          className="col-span-full"
        >
          <Input {...form.text('headcount')} inputMode="numeric" maxLength={3} />
        </Field>
      )}
      {isOpen ? (
        <>
          {isSub ? (
            <Field label={t('trade')} optional>
              <Input {...form.text('trade')} maxLength={120} />
            </Field>
          ) : (
            <Field label={t(isOther ? 'other.visiting' : 'visiting')} optional>
              <Input {...form.text('visiting')} maxLength={120} />
            </Field>
          )}
          <Field label={t('phone')} optional>
            <Input {...form.text('phone')} type="tel" maxLength={40} autoComplete="tel" />
          </Field>
          <Field label={t('plate')} optional>
            <Input {...form.text('plate')} maxLength={20} autoCapitalize="characters" />
          </Field>
        </>
      ) : (
        <Button
          variant="ghost"
          className="col-span-full justify-self-start"
          onClick={() => setIsOpen(true)}
        >
          {t('more')}
        </Button>
      )}
      {rules && <Rules form={form} rules={rules} />}
    </>
  );
}

function Rules({ form, rules }: { form: VisitForm; rules: string }) {
  const { t } = useTranslation('site-visit');
  const id = useId();
  const problem = form.errors['agreed'];
  return (
    <div className="col-span-full grid gap-2">
      <h2 className="font-[620]">{t('rules')}</h2>
      {/* A long text is read with the keys, too. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        tabIndex={0}
        aria-label={t('rules')}
        className="max-h-56 overflow-y-auto whitespace-pre-line rounded-small border bg-sunken px-3.5 py-3 text-sm"
      >
        {rules}
      </section>
      <div className="flex min-h-11 items-center gap-2.5">
        <Checkbox
          id={id}
          {...form.checked('agreed')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <Label htmlFor={id}>{t('agree')}</Label>
      </div>
      {problem && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The rules in the language of the screen, or in the other one where only that was written. */
export function useSiteRules({ rules, rules_es }: { rules: string; rules_es: string }): string {
  const { language } = useTranslation('site-visit');
  return (language === 'es' ? rules_es || rules : rules || rules_es).trim();
}
