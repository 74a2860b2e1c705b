import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { PageSection } from '@/components/shared/page-section';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const FilledTab = late(() => import('@/features/forms/components/filled-tab'));
const FormsTab = late(() => import('@/features/forms/components/forms-tab'));
const AssignedTab = late(() => import('@/features/forms/components/assigned-tab'));
const MissingTab = late(() => import('@/features/forms/components/missing-tab'));
const FormBuilder = late(() => import('@/features/forms/components/form-builder'));
const SubmissionDialog = lateDialog(() => import('@/features/forms/components/submission-dialog'));

const TABS = ['filled', 'missing', 'assigned', 'forms'] as const;
const PARTS = { filled: FilledTab, missing: MissingTab, assigned: AssignedTab, forms: FormsTab };

/** Forms of the company. The office makes and assigns them; foremen read what their crews filled, others their own. */
export function FormsScreen() {
  const { t } = useTranslation('forms');
  const role = useEmployee()?.role;
  const companyId = useViewer().company?.id ?? '';
  const [params, change] = useAddressParams();
  const submission = params.get('submission');
  return (
    <>
      <PageHeader title={t('title')} description={t('subtitle')} />
      <Suspense fallback={<ListSkeleton />}>
        {role === 'owner' || role === 'manager' ? (
          <Office companyId={companyId} />
        ) : (
          <FilledTab companyId={companyId} />
        )}
      </Suspense>
      <Suspense>
        {submission && (
          <SubmissionDialog
            key={submission}
            companyId={companyId}
            id={submission}
            onOpen={(id) => change('submission', id)}
            onClose={() => change('submission', null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Office({ companyId }: { companyId: string }) {
  const { t } = useTranslation('forms');
  const [params, change] = useAddressParams();
  const { forms: hasForms } = useViewer();
  // Nothing is filled before there is a form.
  const tab = TABS.find((name) => name === params.get('tab')) ?? (hasForms ? 'filled' : 'forms');
  const editing = params.get('form');
  const Part = PARTS[tab];
  if (editing)
    return (
      <FormBuilder
        key={editing}
        companyId={companyId}
        formId={editing === 'new' ? null : editing}
        onClose={() => change('form', null)}
      />
    );
  return (
    <Tabs value={tab} onValueChange={(next) => change('tab', next)}>
      <TabsList className="mb-5 px-0!" aria-label={t('title')} data-print="hide">
        {TABS.map((name) => (
          <TabsTrigger key={name} value={name}>
            {t(`tab.${name}`)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab}>
        <PageSection>
          <Suspense fallback={<ListSkeleton />}>
            <Part companyId={companyId} />
          </Suspense>
        </PageSection>
      </TabsContent>
    </Tabs>
  );
}
