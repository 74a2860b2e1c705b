import { Link } from 'react-router';
import type {
  CertifiedPayrollCheck,
  CertifiedPayrollHeader,
} from '@/entities/certified-payroll/certified-payroll';
import { placeOfCheck } from '@/features/public-work/report/check-places';
import { useCheckText } from '@/features/public-work/report/use-check-text';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface CheckItemProps {
  check: CertifiedPayrollCheck;
  header: CertifiedPayrollHeader;
}

/** A check in plain words, and the link to the very place where it is fixed. */
export function CheckItem({ check, header }: CheckItemProps) {
  const { t } = useTranslation('certified-payroll');
  const textOf = useCheckText();
  const place = placeOfCheck(check, { projectId: header.project_id, weekEnd: header.week_end });
  const text = textOf(check);
  return (
    <>
      <span
        className={cn(
          'font-[550]',
          check.severity === 'error' ? 'text-danger' : 'text-attention-strong',
        )}
      >
        <span className="sr-only">{t(`check.${check.severity}`)}: </span>
        {text}
      </span>{' '}
      {place && (
        <Link
          to={place.to}
          className="relative whitespace-nowrap font-[550] text-primary underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:underline pointer-fine:after:hidden"
        >
          {t(`fix.${place.verb}`)}
          <span className="sr-only">: {text}</span>
        </Link>
      )}
    </>
  );
}
