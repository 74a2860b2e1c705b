import type { ViewerClockRules } from '@/entities/viewer/viewer';
import { RefusedDialog } from '@/features/clock-rules/components/refused-dialog';
import { StopDialog } from '@/features/clock-rules/components/stop-dialog';
import { useLeaveWatch } from '@/features/clock-rules/use-leave-watch';

/** Says why the clock did not start, asks about one that stopped, and sees who leaves the site. */
export default function ClockRulesHost({ rules }: { rules: ViewerClockRules }) {
  useLeaveWatch(rules.edge);
  return (
    <>
      <RefusedDialog />
      {rules.stop && <StopDialog key={rules.stop.id} stop={rules.stop} />}
    </>
  );
}
