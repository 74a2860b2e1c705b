import { SettingsCard } from '@/components/shared/settings-card';

interface SetUpStepsProps {
  title: string;
  text: string;
  steps: readonly string[];
}

/** What to do in the other system, before anything can be pasted here. */
export function SetUpSteps({ title, text, steps }: SetUpStepsProps) {
  return (
    <SettingsCard title={title} text={text}>
      <ol className="grid list-decimal gap-2 pl-5 text-sm">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    </SettingsCard>
  );
}
