import type { Question } from '@/entities/form/form-definition';
import type { Language } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

/** What an answer that can be pressed is called. */
export function useAnswerLabel(): (question: Question, id: string, language?: Language) => string {
  const { t, language: own } = useTranslation('form-fill');
  return ({ kind, choices }, id, language = own) => {
    if (kind === 'check') return t(`check.${id as 'pass'}`);
    if (kind === 'yes_no') return t(`yes_no.${id as 'yes'}`);
    // Still being written, it may be there in one language only.
    const label = choices?.find((choice) => choice.id === id)?.label;
    return label ? label[language] || label.en || label.es : id;
  };
}
