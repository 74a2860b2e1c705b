import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useProject } from '@/entities/project/projects-query';
import type { SiteSettings } from '@/features/site-sign-in/api/queries';
import { type SettingsDraft, useSaveSettings } from '@/features/site-sign-in/api/writes';
import { PostersCard } from '@/features/site-sign-in/components/posters-card';
import { useTranslation } from '@/lib/use-translation';

interface SetupCardsProps {
  companyId: string;
  projectId: string;
  /** Null: not switched on here yet. */
  settings: SiteSettings | null;
}

/** Posters, the tablet and the rules of one site. */
export function SetupCards({ companyId, projectId, settings }: SetupCardsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <PostersCard companyId={companyId} projectId={projectId} />
      <SettingsForm
        key={settings?.id ?? ''}
        companyId={companyId}
        projectId={projectId}
        settings={settings}
      />
    </div>
  );
}

function SettingsForm({ companyId, projectId, settings }: SetupCardsProps) {
  const { t } = useTranslation('site-sign-in');
  const project = useProject(projectId)?.name ?? '';
  const save = useSaveSettings(companyId, projectId);
  const form = useForm({
    initial: (): SettingsDraft => ({
      at_kiosk: settings?.at_kiosk ?? false,
      in_portal: settings?.in_portal ?? false,
      rules: settings?.rules ?? '',
      rules_es: settings?.rules_es ?? '',
    }),
    submit: (draft) => save.mutateAsync({ draft, opened: settings }),
    done: () => form.reset(),
  });
  return (
    <Card>
      <CardHeader divided title={t('setup.title')} description={t('setup.text', { project })} />
      <CardBody>
        <Form form={form} className="grid gap-4">
          <div className="divide-y">
            <SwitchRow
              id="site-kiosk"
              label={t('setup.kiosk')}
              text={t('setup.kioskText')}
              {...form.checked('at_kiosk')}
            />
            <SwitchRow
              id="site-portal"
              label={t('setup.portal')}
              text={t('setup.portalText')}
              {...form.checked('in_portal')}
            />
          </div>
          <Field label={t('setup.rules')} hint={t('setup.rulesHint')}>
            <Textarea {...form.text('rules')} rows={5} maxLength={4000} />
          </Field>
          <Field label={t('setup.rulesEs')} optional>
            <Textarea {...form.text('rules_es')} rows={5} maxLength={4000} lang="es" />
          </Field>
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            disabled={!form.dirty}
            busy={form.busy}
          >
            {t('setup.save')}
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}
