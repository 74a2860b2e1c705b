import { useEffect, useState } from 'react';
import { askClockFieldsWith } from '@/entities/custom-field/ask-clock-fields';
import { ClockFieldsDialog } from '@/entities/custom-field/clock-fields-dialog';
import type { CustomValues } from '@/entities/custom-field/custom-field';
import { useViewer } from '@/entities/viewer/use-viewer';

/** Asks what the company wants to know before the clock starts, whichever button was pressed. */
export default function ClockFieldsHost() {
  const fields = useViewer().clock_fields ?? [];
  const [asked, setAsked] = useState<((values: CustomValues | null) => void) | null>(null);
  const isAsking = fields.length > 0;
  useEffect(() => {
    askClockFieldsWith(isAsking ? (answer) => setAsked(() => answer) : null);
    return () => askClockFieldsWith(null);
  }, [isAsking]);
  if (!asked) return null;
  return (
    <ClockFieldsDialog
      fields={fields}
      onAnswer={(values) => {
        setAsked(null);
        asked(values);
      }}
    />
  );
}
