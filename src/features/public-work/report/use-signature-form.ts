import { FieldError, useForm } from '@/components/form/use-form';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { STATEMENT_NUMBERS, type StatementNumber } from '@/entities/certified-payroll/statements';
import { useSession } from '@/entities/session/use-session';
import { useEmployee, useRoleLabel, useViewerName } from '@/entities/viewer/use-viewer';
import type { Signature } from '@/features/public-work/report/api/writes';
import { toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const CODE_LENGTH = 6;

interface Options {
  report: CertifiedPayroll;
  /** How the person signed the last time. */
  last: { signed_name: string; signed_title: string } | null;
  /** A correction says why. */
  needsReason: boolean;
  isFinal: boolean;
  submit: (signature: Signature, reason: string) => Promise<unknown>;
  done?: (() => void) | undefined;
}

/** Name and title as last time, the statements that belong to the report, and the second factor. */
export function useSignatureForm({ report, last, needsReason, isFinal, submit, done }: Options) {
  const { t } = useTranslation('certified-payroll');
  const { user } = useSession();
  const jobTitle = useEmployee()?.job_title;
  const role = useRoleLabel();
  const ownName = useViewerName();
  const factorId = user?.factors?.find(({ status }) => status === 'verified')?.id ?? null;
  const required = STATEMENT_NUMBERS.filter((number) =>
    report.header.required_statements?.includes(number),
  );
  const form = useForm({
    initial: {
      name: last?.signed_name ?? ownName,
      title: last?.signed_title ?? (jobTitle || role),
      code: '',
      final: isFinal,
      statements: [] as readonly StatementNumber[],
      remarks: '',
      reason: '',
    },
    read: ({ name, title, code, final, statements, remarks, reason }, wrong) => ({
      name: name.trim() || wrong('name', t('sign.nameMissing')),
      title: title.trim() || wrong('title', t('sign.titleMissing')),
      statements: required.every((number) => statements.includes(number))
        ? statements.toSorted((one, other) => one - other)
        : wrong('statements', t('sign.statementsMissing')),
      final,
      remarks: remarks.trim(),
      version: report.version ?? null,
      factor:
        factorId === null
          ? null
          : {
              id: factorId,
              code: code.length === CODE_LENGTH ? code : wrong('code', t('sign.codeMissing')),
            },
      reason:
        reason.trim() || !needsReason ? reason.trim() : wrong('reason', t('correct.reasonMissing')),
    }),
    ...(done && { done }),
    refusals: {
      signer_name_required: ['name', t('sign.nameMissing')],
      signer_title_required: ['title', t('sign.titleMissing')],
      second_factor_again: ['code', t('sign.codeMissing')],
      statements_wrong: ['statements', t('sign.statementsMissing')],
      correction_reason_required: ['reason', t('correct.reasonMissing')],
    },
    submit: async ({ reason, ...signature }): Promise<void> => {
      await submit(signature, reason).catch((cause: unknown) => {
        if (!toAppError(cause).code.startsWith('mfa_')) throw cause;
        form.set({ code: '' });
        throw new FieldError('code', t('sign.codeWrong'));
      });
    },
  });
  const tick = (number: StatementNumber, on: boolean) =>
    form.set({
      statements: on
        ? [...form.values.statements, number]
        : form.values.statements.filter((other) => other !== number),
    });
  return {
    form,
    required,
    tick,
    asksCode: factorId !== null,
    typeCode: (text: string) =>
      form.set({ code: text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH) }),
  };
}
