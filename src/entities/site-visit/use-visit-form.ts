import { useForm, type Wrong } from '@/components/form/use-form';
import { EMPTY_VISIT, type TypedVisit, type VisitInput } from '@/entities/site-visit/site-visit';
import { numberIn } from '@/lib/read-number';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface VisitFormOptions {
  /** What is known of the person already. */
  known?: Partial<TypedVisit> | undefined;
  /** Rules of the site that have to be confirmed; empty: none. */
  rules: string;
  submit: (visit: VisitInput, typed: TypedVisit) => Promise<unknown>;
  done?: () => void;
}

/** What who signs in at a site is asked, wherever they do. */
export function useVisitForm({ known, rules, submit, done }: VisitFormOptions) {
  const { t } = useTranslation('site-visit');
  const read = (typed: TypedVisit, wrong: Wrong<TypedVisit>) => {
    const isSub = typed.kind === 'subcontractor';
    if (rules && !typed.agreed) wrong('agreed', t('agreeFirst'));
    const visit = {
      kind: typed.kind,
      name: typed.name.trim() || wrong('name', t('failure.site_name_required')),
      company_name:
        typed.company.trim() || (isSub ? wrong('company', t('failure.site_company_required')) : ''),
      trade: isSub ? typed.trade.trim() : '',
      headcount:
        numberIn(typed.headcount.trim() || '1', { digits: 0, min: 1, max: 200 }) ??
        wrong('headcount', t('failure.site_headcount')),
      visiting: isSub ? '' : typed.visiting.trim(),
      phone: typed.phone.trim(),
      plate: typed.plate.trim(),
      agreed: typed.agreed && rules !== '',
    };
    return { visit, typed };
  };
  return useForm({
    initial: (): TypedVisit => ({ ...EMPTY_VISIT, ...known, agreed: false }),
    read,
    submit: ({ visit, typed }) => {
      const at = new Date(serverNow()).toISOString();
      return submit({ ...visit, id: uuidv7(), happened_at: at }, typed);
    },
    done: () => done?.(),
  });
}

export type VisitForm = ReturnType<typeof useVisitForm>;
