import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { InvitationLink } from '@/features/employees/api/employment';
import { useFormat } from '@/lib/format-context';

/** The link itself, for browsers that do not copy, and what it is good for. */
export function InvitationLinkField({ link, name }: { link: InvitationLink; name: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const hint = link.expiresAt
    ? t('account.linkHint', { name, until: format.dateTime(link.expiresAt) })
    : t('account.noLinkHint', { name });
  return (
    <Field className="mt-3" label={t('account.link')} hint={hint}>
      <Input readOnly value={link.href} onFocus={(event) => event.currentTarget.select()} />
    </Field>
  );
}
