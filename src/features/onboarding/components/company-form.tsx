import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useSession } from '@/entities/session/use-session';
import { useFoundCompany } from '@/features/onboarding/api/found-company';
import { type CompanyDraft, companySchema } from '@/features/onboarding/company-schema';
import { CompanyStep } from '@/features/onboarding/components/company-step';
import { FirstJobStep } from '@/features/onboarding/components/first-job-step';
import { loadDraft, saveDraft } from '@/features/onboarding/draft';

/** Two short steps; what was typed survives leaving the page. */
export function CompanyForm() {
  const { t } = useTranslation(['onboarding', 'common']);
  const userId = useSession().user?.id ?? '';
  const [step, setStep] = useState<1 | 2>(1);
  const form = useForm<CompanyDraft>({
    resolver: zodResolver(companySchema),
    defaultValues: loadDraft(userId),
  });
  const found = useFoundCompany();

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => saveDraft(userId, values as CompanyDraft));
    return unsubscribe;
  }, [form, userId]);

  const create = form.handleSubmit((draft) => found.mutate(draft));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (step === 2) await create(event);
    else if (await form.trigger(['name', 'timeZone'], { shouldFocus: true })) setStep(2);
  };

  return (
    <Card className="px-5 py-5 sm:px-6">
      <form onSubmit={(event) => void submit(event)} className="grid gap-5" noValidate>
        <div>
          <p className="text-muted text-xs">{t('step', { step })}</p>
          <h2 className="font-[640] text-lg tracking-[-0.01em]">
            {step === 1 ? t('company.title') : t('project.title')}
          </h2>
        </div>
        {step === 1 ? <CompanyStep form={form} /> : <FirstJobStep form={form} />}
        <div className="flex justify-end gap-2">
          {step === 2 && (
            <Button size="large" onClick={() => setStep(1)}>
              {t('common:action.back')}
            </Button>
          )}
          <Button type="submit" variant="primary" size="large" busy={found.isPending}>
            {step === 1 ? t('common:action.next') : t('company.create')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
