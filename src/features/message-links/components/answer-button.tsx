import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { errorText } from '@/lib/errors';
import { useWrite } from '@/lib/use-write';

export interface AnswerButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => Promise<void>;
}

/** One tap that is sent; a failure stands above it, and the tap can be repeated. */
export function AnswerButton({ label, disabled = false, onClick }: AnswerButtonProps) {
  const answer = useWrite({ send: onClick, quiet: true });
  return (
    <>
      {answer.error && <Notice tone="danger">{errorText(answer.error)}</Notice>}
      <Button
        variant="primary"
        size="large"
        block
        disabled={disabled}
        busy={answer.isPending}
        onClick={() => answer.mutate()}
      >
        {label}
      </Button>
    </>
  );
}
