import { Copy, MessageSquare } from 'lucide-react';
import { createPortal } from 'react-dom';
import { CapturedMail } from '@/components/shared/captured-mail';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Handed, Handover, Way } from '@/features/employees/api/invite-many';
import { LinkCode } from '@/features/employees/components/link-code';
import { copyText } from '@/lib/copy-text';
import { useFormat } from '@/lib/format-context';
import { phoneNumber } from '@/lib/phone-number';
import { useTranslation } from '@/lib/use-translation';

interface InvitedPeopleProps {
  way: Way;
  handed: Handed;
  onBack: () => void;
  onClose: () => void;
}

/** What was made for them: shown once, to send or to print. */
export function InvitedPeople({ way, handed, onBack, onClose }: InvitedPeopleProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { given, refused } = handed;
  const isSheet = way === 'code' || way === 'pin';
  const cards = isSheet && <HandoverCards given={given} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(`many.doneTitle.${way}`)} width="large">
        <DialogBody className="grid content-start gap-4">
          {given.length > 0 && (
            <Notice tone="success">
              <p>{t(`many.done.${way}`, { count: given.length })}</p>
              {way === 'email' && <CapturedMail />}
            </Notice>
          )}
          {refused.length > 0 && (
            <Notice tone="danger" title={t('many.refused', { count: refused.length })}>
              <ul>
                {refused.map(({ name, text }) => (
                  <li key={name}>
                    {name}: {text}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {way === 'text' && <TextList given={given} />}
          {cards}
        </DialogBody>
        <DialogFooter>
          <Button className="sm:mr-auto" onClick={onBack}>
            {t('many.again')}
          </Button>
          <Button variant={isSheet ? 'outline' : 'primary'} onClick={onClose}>
            {t('common:action.close')}
          </Button>
          {isSheet && given.length > 0 && (
            <Button variant="primary" onClick={() => window.print()}>
              {t('common:action.print')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
      {cards && createPortal(<section data-print="sheet">{cards}</section>, document.body)}
    </Dialog>
  );
}

/** Chalkline sends no texts: each opens in the messages of the inviter's own phone. */
function TextList({ given }: { given: readonly Handover[] }) {
  const { t } = useTranslation('employees');
  const company = useViewer().company?.name ?? '';
  return (
    <ul className="divide-y rounded-card border">
      {given.map(({ employee, href }) => {
        const text = t('many.message', { name: employee.first_name, company, link: href });
        const number = phoneNumber(employee.phone ?? '') ?? '';
        return (
          <li key={employee.id} className="flex flex-wrap items-center gap-2 px-3.5 py-2 text-sm">
            <span className="min-w-32 flex-1 font-[550]">{employeeName(employee)}</span>
            <span className="tabular text-muted">{employee.phone}</span>
            <Button size="small" asChild>
              {/* Both kinds of phones read this form. */}
              <a href={`sms:${number}?&body=${encodeURIComponent(text)}`}>
                <MessageSquare aria-hidden="true" />
                {t('many.textTo', { name: employee.first_name })}
              </a>
            </Button>
            <Button size="small" onClick={() => void copyText(text, t('many.copied'))}>
              <Copy aria-hidden="true" />
              {t('many.copy')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Cut apart and handed over: a code to scan, or a PIN for the tablet. */
function HandoverCards({ given }: { given: readonly Handover[] }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {given.map(({ employee, href, pin, expiresAt }) => (
        <li
          key={employee.id}
          className="flex break-inside-avoid flex-col items-center gap-1 rounded-card border bg-white p-3 text-center text-black"
        >
          <p className="text-xs">{company}</p>
          <p className="font-bold">{employeeName(employee)}</p>
          {pin && <p className="tabular py-3 font-bold text-stat tracking-[0.2em]">{pin}</p>}
          {href && <LinkCode href={href} name={employee.first_name} />}
          <p className="text-xs">
            {pin
              ? t('many.pinText')
              : t('many.codeText', { until: expiresAt ? format.dateTime(expiresAt) : '–' })}
          </p>
        </li>
      ))}
    </ul>
  );
}
