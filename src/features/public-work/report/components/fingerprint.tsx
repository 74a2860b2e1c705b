import { useTranslation } from '@/lib/use-translation';

const SHOWN_DIGITS = 16;

/** The beginning of a SHA-256; all of it for screen readers, for copying and on a long press. */
export function Fingerprint({ value }: { value: string }) {
  const { t } = useTranslation('certified-payroll');
  return (
    <details className="group">
      <summary className="tabular cursor-pointer font-mono text-sm">
        {value.slice(0, SHOWN_DIGITS)}…<span className="sr-only"> {t('signed.fullHash')}</span>
      </summary>
      <code className="block break-all text-muted text-xs">{value}</code>
    </details>
  );
}
