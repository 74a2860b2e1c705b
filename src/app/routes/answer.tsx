import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { AnswerScreen } from '@/features/forgotten-punch/answer-screen';

/** Open to everyone: the link in the message is the permission. */
export function Component() {
  return <AnswerScreen languages={<LanguageToggle />} />;
}
