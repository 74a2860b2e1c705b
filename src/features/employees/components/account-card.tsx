import { useState } from 'react';
import { CapturedMail } from '@/components/shared/captured-mail';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import {
  useDeactivate,
  useInvitationLink,
  useReactivate,
  useRecoveryLink,
  useSendInvitation,
  useWithdrawInvitation,
} from '@/features/employees/api/employment';
import { asksToJoin, type Employee } from '@/features/employees/api/queries';
import { InvitationLinkField } from '@/features/employees/components/invitation-link-field';
import { useMayAppoint } from '@/features/employees/use-may-appoint';
import { useFormat } from '@/lib/format-context';
import { phoneNumber } from '@/lib/phone-number';
import { useTranslation } from '@/lib/use-translation';

/** Whether the person can sign in, and what can be done about it. */
export function AccountCard({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const send = useSendInvitation();
  const withdraw = useWithdrawInvitation();
  const link = useInvitationLink();
  const recovery = useRecoveryLink();
  const mayAppoint = useMayAppoint();
  const deactivate = useDeactivate();
  const reactivate = useReactivate();
  const person = { id: employee.id, name: employeeName(employee) };
  const reachable = employee.email || phoneNumber(employee.phone ?? '');
  const state = employee.user_id
    ? 'account'
    : employee.invitation === 'open'
      ? 'invited'
      : employee.invitation === 'expired'
        ? 'expired'
        : 'none';

  return (
    <>
      <Notice tone={employee.active ? 'info' : 'attention'}>
        <p>{employee.active ? t(`account.${state}`) : t('account.inactive')}</p>
        {asksToJoin(employee) && (
          <p className="mt-1 font-[550]">
            {t('account.asked', { when: format.dateTime(employee.join_asked_at ?? '') })}
          </p>
        )}
        {employee.active && state === 'invited' && employee.email && <CapturedMail />}
        {employee.active && state === 'none' && !reachable && (
          <p className="mt-1 text-muted text-sm">{t('account.needsNumber')}</p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {employee.active && !employee.user_id && employee.email && (
            <Button size="small" busy={send.isPending} onClick={() => send.mutate(person)}>
              {t(state === 'none' ? 'account.invite' : 'account.resend')}
            </Button>
          )}
          {employee.active && !employee.user_id && reachable && mayAppoint(employee.role) && (
            <Button
              size="small"
              busy={link.isPending}
              onClick={() => link.mutate({ ...person, email: employee.email ?? '' })}
            >
              {t('account.showLink')}
            </Button>
          )}
          {employee.active && employee.user_id && !employee.email && mayAppoint(employee.role) && (
            <Button size="small" busy={recovery.isPending} onClick={() => recovery.mutate(person)}>
              {t('account.recover')}
            </Button>
          )}
          {state === 'invited' && (
            <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(person)}>
              {t('account.withdraw')}
            </Button>
          )}
          {employee.active ? (
            <Button size="small" onClick={() => setAsking(true)}>
              {t('account.deactivate')}
            </Button>
          ) : (
            <Button
              size="small"
              busy={reactivate.isPending}
              onClick={() => reactivate.mutate(person)}
            >
              {t('account.reactivate')}
            </Button>
          )}
        </div>
        {link.data && link.variables?.id === employee.id && !employee.user_id && (
          <InvitationLinkField link={link.data} name={employee.first_name} />
        )}
        {recovery.data && recovery.variables?.id === employee.id && (
          <InvitationLinkField recovery link={recovery.data} name={employee.first_name} />
        )}
      </Notice>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('account.deactivateTitle', { name: person.name })}
        description={t('account.deactivateText')}
        confirmLabel={t('account.deactivate')}
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate(person, { onSuccess: () => setAsking(false) })}
      />
    </>
  );
}
