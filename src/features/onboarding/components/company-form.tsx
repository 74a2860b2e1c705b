import { useEffect, useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useSession } from '@/entities/session/use-session';
import { useFoundCompany } from '@/features/onboarding/api/found-company';
import { CompanyStep } from '@/features/onboarding/components/company-step';
import { FirstJobStep } from '@/features/onboarding/components/first-job-step';
import { loadDraft, saveDraft } from '@/features/onboarding/draft';
import { useTranslation } from '@/lib/use-translation';

/** Two short steps; what was typed survives leaving the page. */
export function CompanyForm() {
  const { t } = useTranslation(['onboarding', 'common']);
  const userId = useSession().user?.id ?? '';
  const [step, setStep] = useState<1 | 2>(1);
  const found = useFoundCompany();
  const form = useForm({
    initial: () => loadDraft(userId),
    read: (draft, wrong) => ({
      ...draft,
      name: draft.name.trim() || wrong('name', t('required.name')),
      projectName: draft.projectName.trim(),
      client: draft.client.trim(),
    }),
    submit: async (draft) => {
      if (step === 1) setStep(2);
      else await found.mutateAsync(draft);
    },
  });
  const { values, saved } = form;
  useEffect(() => {
    if (values !== saved) saveDraft(userId, values);
  }, [values, saved, userId]);

  return (
    <Card className="px-5 py-5 sm:px-6">
      <Form form={form} discardable className="grid gap-5">
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
          <Button type="submit" variant="primary" size="large" busy={form.busy}>
            {step === 1 ? t('common:action.next') : t('company.create')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
