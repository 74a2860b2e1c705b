import { settledSession } from '@/entities/session/settled-session';
import { PayrollExport } from '@/features/exports/payroll-export';
import { TimeTrackerScreen } from '@/features/time-tracker/time-tracker-screen';
import { toast } from '@/lib/toast';
import { text } from '@/lib/translation';

async function askStrangersToSignIn(): Promise<void> {
  const session = await settledSession();
  if (session.status !== 'signed-out') return;
  toast.error(text('time-tracker:signIn.title'), {
    description: text('time-tracker:signIn.text'),
  });
}

/** The protected area sends strangers to sign in; here they are told what for. Waits for nobody. */
export function loader(): null {
  void askStrangersToSignIn();
  return null;
}

export function Component() {
  return (
    <>
      <TimeTrackerScreen />
      <PayrollExport />
    </>
  );
}
