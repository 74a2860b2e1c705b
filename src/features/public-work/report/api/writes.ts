import { toAppError, unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.certifiedPayroll];

export interface Signature {
  name: string;
  title: string;
  statements: number[];
  final: boolean;
  remarks: string;
  /** Of the figures on the screen: others are not signed unseen. */
  version: string | null;
  /** Of the authenticator app, with the device it is for; null where the person has no second factor. */
  factor: { id: string; code: string } | null;
}

/** Who signs proves the second factor at that moment, not only when signing in. */
async function proveFactor(factor: Signature['factor']): Promise<void> {
  if (!factor) return;
  const { error } = await supabase().auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: factor.code,
  });
  if (error) throw toAppError(error);
}

const signatureParams = ({ name, title, statements, final, remarks, version }: Signature) => ({
  signed_name_param: name,
  title_param: title,
  statements_param: statements,
  final_param: final,
  remarks_param: remarks,
  ...(version !== null && { version_param: version }),
});

export function useSignReport(projectId: string, weekEnd: IsoDate) {
  const { t } = useTranslation('certified-payroll');
  return useWrite({
    send: async (signature: Signature) => {
      await proveFactor(signature.factor);
      return unwrap(
        await supabase().rpc('sign_certified_payroll', {
          project_id_param: projectId,
          week_end_param: weekEnd,
          ...signatureParams(signature),
        }),
      );
    },
    done: ({ number }) => t('sign.done', { number }),
    stale,
    quiet: true,
  });
}

interface Correction {
  id: string;
  reason: string;
  signature: Signature;
}

export function useCorrectReport() {
  const { t } = useTranslation('certified-payroll');
  return useWrite({
    send: async ({ id, reason, signature }: Correction) => {
      await proveFactor(signature.factor);
      return unwrap(
        await supabase().rpc('correct_certified_payroll', {
          id_param: id,
          reason_param: reason,
          ...signatureParams(signature),
        }),
      );
    },
    done: ({ number, revision }) => t('correct.done', { number, revision }),
    stale,
    quiet: true,
  });
}

export interface Delivery {
  id: string;
  channel: string;
  reference: string;
  recipient: string;
  deliveredOn: IsoDate;
}

export function useRecordDelivery() {
  const { t } = useTranslation('certified-payroll');
  return useWrite({
    send: async ({ id, channel, reference, recipient, deliveredOn }: Delivery) =>
      unwrap(
        await supabase().rpc('record_certified_payroll_delivery', {
          id_param: id,
          channel_param: channel,
          reference_param: reference,
          recipient_param: recipient,
          delivered_on_param: deliveredOn,
        }),
      ),
    done: t('delivery.done'),
    stale,
    quiet: true,
  });
}
