import { LocalAddressNotice } from '@/components/shared/local-address-notice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { InvitationLink } from '@/features/employees/api/employment';
import { LinkCode } from '@/features/employees/components/link-code';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface InvitationLinkFieldProps {
  link: InvitationLink;
  name: string;
  /** For a new password instead of a first one. */
  recovery?: boolean;
}

/** The link to copy, a code to scan from this screen, and what they are good for. */
export function InvitationLinkField({ link, name, recovery = false }: InvitationLinkFieldProps) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const hint = link.expiresAt
    ? t(recovery ? 'account.recoveryHint' : 'account.linkHint', {
        name,
        until: format.dateTime(link.expiresAt),
      })
    : t('account.noLinkHint', { name });
  return (
    <>
      <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:items-start">
        {link.expiresAt && <LinkCode href={link.href} name={name} />}
        <Field
          className="min-w-0 flex-1"
          label={t(recovery ? 'account.recoveryLink' : 'account.link')}
          hint={hint}
        >
          <Input readOnly value={link.href} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      </div>
      <LocalAddressNotice href={link.href} />
    </>
  );
}
