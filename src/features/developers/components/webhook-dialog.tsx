import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ChosenProjects } from '@/entities/project/chosen-projects';
import type { Webhook, WebhookSettings } from '@/features/developers/api/webhooks';
import { EventChoice } from '@/features/developers/components/event-choice';
import { useTranslation } from '@/lib/use-translation';

export interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  save: (settings: WebhookSettings) => Promise<unknown>;
  onClose: () => void;
}

const ADDRESS = /^https?:\/\/[^\s/@?#]+([/?][^\s#]*)?$/i;

export function WebhookDialog({ webhook, save, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const form = useForm({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? [],
      projectIds: webhook?.project_ids ?? [],
    },
    read: ({ url, description, events, projectIds }, wrong) => ({
      url: ADDRESS.test(url.trim()) ? url.trim() : wrong('url', t('failure.webhook_url_invalid')),
      description: description.trim(),
      events: events.length > 0 ? events : wrong('events', t('failure.webhook_events_unknown')),
      projectIds,
    }),
    submit: save,
    done: onClose,
    refusals: { webhook_url_invalid: ['url', t('failure.webhook_url_invalid')] },
  });
  return (
    <FormDialog
      form={form}
      width="large"
      title={t(webhook ? 'dialog.edit' : 'dialog.add')}
      description={t('dialog.text')}
      save={webhook ? undefined : t('dialog.create')}
      onClose={onClose}
    >
      <Field label={t('dialog.url')} hint={t('dialog.urlHint')} className="sm:col-span-2">
        <Input
          {...form.text('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={1000}
          placeholder="https://hooks.example.com/chalkline"
        />
      </Field>
      <Field label={t('dialog.description')}>
        <Input {...form.text('description')} maxLength={200} />
      </Field>
      <ChosenProjects
        label={t('dialog.projects')}
        hint={t('dialog.projectsHint')}
        addLabel={t('dialog.addProject')}
        removeLabel={(project) => t('dialog.removeProject', { project })}
        {...form.value('projectIds')}
      />
      <Field label={t('dialog.events')} className="sm:col-span-2">
        <EventChoice {...form.value('events')} />
      </Field>
    </FormDialog>
  );
}
