import { useQuery } from '@tanstack/react-query';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  type LedgerRecipient,
  recipientsQuery,
  useAddRecipient,
  useRemoveRecipient,
} from '@/features/settings/api/ledger';
import { shownLanguage } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** Whom each signed end is mailed to; owners only. */
export function LedgerRecipients() {
  const { t } = useTranslation('ledger');
  const recipients = useQuery(recipientsQuery);
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="font-[550] text-sm">{t('recipients')}</h3>
      <p className="mt-1 text-muted text-sm">{t('recipientsText')}</p>
      <Loaded query={recipients} skeleton={<ListSkeleton rows={2} />}>
        {(list) => (
          <ul className="my-2 divide-y">
            {list.map((recipient) => (
              <Recipient key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        )}
      </Loaded>
      <AddRecipient />
    </section>
  );
}

function Recipient({ recipient: { id, email } }: { recipient: LedgerRecipient }) {
  const { t } = useTranslation('ledger');
  const remove = useRemoveRecipient();
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <span className="min-w-0 flex-1 truncate">{email}</span>
      <Button
        size="small"
        busy={remove.isPending}
        aria-label={t('removeOf', { email })}
        onClick={() => remove.mutate(id)}
      >
        {t('remove')}
      </Button>
    </li>
  );
}

function AddRecipient() {
  const { t } = useTranslation('ledger');
  const add = useAddRecipient();
  const form = useForm({
    initial: { email: '' },
    submit: ({ email }) => add.mutateAsync({ email: email.trim(), language: shownLanguage() }),
    done: () => form.reset({ email: '' }),
  });
  return (
    <Form form={form} className="flex flex-wrap items-end gap-2">
      <Field label={t('email')} className="min-w-60 flex-1">
        <Input {...form.text('email')} type="email" maxLength={254} required />
      </Field>
      <Button type="submit" busy={form.busy} disabled={!form.dirty}>
        {t('add')}
      </Button>
    </Form>
  );
}
