import { useQuery } from '@tanstack/react-query';
import { Download, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BackLink } from '@/components/shared/back-link';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  desktopLoginQuery,
  type NewLogin,
  useCreateDesktopLogin,
} from '@/features/accounting/api/quickbooks-desktop';
import { DesktopPasswordNotice } from '@/features/accounting/set-up/desktop-password-notice';
import { DesktopState } from '@/features/accounting/set-up/desktop-state';
import type { SetUpPageProps } from '@/features/accounting/set-up/set-up-pages';
import {
  isAcceptedAddress,
  writeWebConnectorFile,
} from '@/features/accounting/set-up/web-connector-file';
import { downloadFile } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

/** Five steps, most of them on the computer with QuickBooks; this page sees when it was there. */
export function QuickBooksDesktopSetUp({ connection, onDone }: SetUpPageProps) {
  const { t } = useTranslation('quickbooks-desktop');
  const companyName = useViewer().company?.name ?? '';
  const known = useQuery({
    ...desktopLoginQuery(connection?.id ?? ''),
    enabled: connection !== null,
  });
  const create = useCreateDesktopLogin();
  const [isAsked, setIsAsked] = useState(false);
  const login = create.data ?? known.data;
  const serverUrl = window.location.origin;
  const save = ({
    user_name: userName,
    file_id: fileId,
  }: Pick<NewLogin, 'user_name' | 'file_id'>) =>
    downloadFile(
      'chalkline.qwc',
      'application/xml',
      writeWebConnectorFile({ serverUrl, userName, fileId, companyName }),
    );
  const make = () =>
    create.mutate(connection?.id ?? null, {
      onSuccess: (made) => {
        setIsAsked(false);
        save(made);
      },
    });
  return (
    <>
      <BackLink to="?tab=connections">{t('back')}</BackLink>
      <Card className="mb-4 max-w-3xl">
        <CardHeader title={t('title')} description={t('text')} divided />
        {connection && (
          <DesktopState connection={connection} usedAt={known.data?.used_at ?? null} />
        )}
        <CardBody>
          {!isAcceptedAddress(serverUrl) && (
            <Notice tone="attention" className="mb-4" title={t('https.title')}>
              {t('https.text', { address: serverUrl })}
            </Notice>
          )}
          <ol className="grid gap-5">
            <Step number={1} title={t('step.install')} text={t('step.installText')} />
            <Step number={2} title={t('step.file')} text={t('step.fileText')}>
              {login ? (
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => save(login)}>
                    <Download aria-hidden="true" />
                    {t('download')}
                  </Button>
                  <Button onClick={() => setIsAsked(true)}>
                    <KeyRound aria-hidden="true" />
                    {t('newPassword')}
                  </Button>
                </div>
              ) : (
                <Button variant="primary" busy={create.isPending} onClick={make}>
                  <Download aria-hidden="true" />
                  {t('create')}
                </Button>
              )}
              {create.data && <DesktopPasswordNotice password={create.data.password} />}
            </Step>
            <Step number={3} title={t('step.add')} text={t('step.addText')} />
            <Step number={4} title={t('step.password')} text={t('step.passwordText')} />
            <Step number={5} title={t('step.update')} text={t('step.updateText')}>
              {connection?.state === 'connected' && (
                <Button variant="primary" onClick={onDone}>
                  {t('match')}
                </Button>
              )}
            </Step>
          </ol>
        </CardBody>
      </Card>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        tone="primary"
        title={t('newPasswordTitle')}
        description={t('newPasswordText')}
        confirmLabel={t('newPassword')}
        busy={create.isPending}
        onConfirm={make}
      />
    </>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  children?: ReactNode;
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-primary-soft font-[620] text-primary text-sm tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-[620]">{title}</h3>
        <p className="max-w-prose text-muted text-sm">{text}</p>
        {children && <div className="mt-3 grid gap-3">{children}</div>}
      </div>
    </li>
  );
}
