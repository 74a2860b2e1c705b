import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { grouped } from '@/entities/evidence/packet-format';
import {
  checkedQuery,
  type DeviceKeyRow,
  type Signature,
} from '@/entities/signed-timesheet/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const THROUGH = ['account', 'pin', 'text_code', 'paper'] as const;
const TONES = { fits: 'success', differs: 'danger', unknown: 'neutral' } as const;

export interface SignatureLineProps {
  signature: Signature;
  keys: readonly DeviceKeyRow[];
}

/** Who answered when and how; of a device which one, and whether its signature fits. */
export function SignatureLine({ signature, keys }: SignatureLineProps) {
  const { t } = useTranslation('signed-timesheet');
  const format = useFormat();
  const { data: checked } = useQuery(checkedQuery(signature));
  const key = keys.find(({ id }) => id === signature.device_key_id);
  const through = THROUGH.find((one) => one === signature.signed_through) ?? 'account';
  const when = format.dateTime(signature.signed_at);
  return (
    <div className="text-sm">
      <p className="font-[550]">
        {signature.disputed
          ? t('line.disputed', { when, note: signature.note ?? '' })
          : t('line.signed', { when, name: signature.signed_name ?? '' })}
      </p>
      {signature.device_signature === null ? (
        <p className="text-muted">{t(`line.through.${through}`)}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          <span>
            {t('line.device', {
              device: key?.device_name ?? '–',
              key: grouped((key?.fingerprint ?? '').slice(0, 16)),
            })}
          </span>
          {checked && <Badge tone={TONES[checked]}>{t(`line.check.${checked}`)}</Badge>}
        </p>
      )}
      {key?.ended_at && (
        <p className="text-muted">{t('line.ended', { when: format.dateTime(key.ended_at) })}</p>
      )}
    </div>
  );
}
