import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Connection } from '@/features/accounting/api/connections';
import { useAcceptCompany } from '@/features/accounting/api/quickbooks-desktop';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PROBLEMS = [
  'company_file',
  'dialog_open',
  'feature_off',
  'no_company_file',
  'not_open',
  'not_reachable',
  'other_mode',
  'permission',
  'single_user',
  'unreadable',
  'unreadable_answer',
  'wrong_company',
  'wrong_file',
] as const;

export interface DesktopStateProps {
  connection: Connection;
  /** When the Web Connector last signed in. */
  usedAt: string | null;
}

/** Whether it was there, and what it could not do. */
export function DesktopState({ connection, usedAt }: DesktopStateProps) {
  const { t } = useTranslation('quickbooks-desktop');
  const format = useFormat();
  const accept = useAcceptCompany();
  const isOwner = useViewer().employee?.role === 'owner';
  const { id, company_name: company, problem, problem_detail: detail } = connection;
  const code = PROBLEMS.find((name) => problem === `desktop_${name}`);
  if (code) {
    const name = detail ?? '';
    const isOtherFile = code === 'wrong_company' || code === 'wrong_file';
    return (
      <Notice
        tone="danger"
        className="mx-5 my-4"
        title={t(`problem.${code}`, { name, company })}
        action={
          isOtherFile &&
          isOwner && (
            <Button
              size="small"
              busy={accept.isPending}
              onClick={() => accept.mutate({ id, name })}
            >
              {t('company.accept')}
            </Button>
          )
        }
      >
        <p>{t(`solution.${code}`, { name, company })}</p>
        {!isOtherFile && name && <p className="break-words text-muted">{name}</p>}
      </Notice>
    );
  }
  if (!usedAt) return null;
  return (
    <Notice tone="success" className="mx-5 my-4" title={t('seen.title')}>
      {company === ''
        ? t('seen.text', { time: format.dateTime(usedAt) })
        : t('seen.company', { time: format.dateTime(usedAt), company })}
    </Notice>
  );
}
