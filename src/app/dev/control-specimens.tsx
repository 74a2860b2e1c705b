import { Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Specimen } from '@/app/dev/specimen';
import { Combobox } from '@/components/shared/combobox';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { PasswordInput } from '@/components/shared/password-input';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { Textarea } from '@/components/ui/textarea';

const variants = ['primary', 'outline', 'ghost', 'danger', 'running', 'link'] as const;
const projects = [
  { value: 'tower', text: 'Riverside Tower' },
  { value: 'duplex', text: 'Elm St. Duplex' },
];

function Buttons() {
  return (
    <Specimen name="Button">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button variant="primary" busy>
        Saving…
      </Button>
      <Button variant="primary" disabled>
        Disabled
      </Button>
      <Button size="small">Small</Button>
      <Button size="large">
        <Play aria-hidden="true" /> Large
      </Button>
      <Button size="huge" variant="running">
        Stop
      </Button>
      <Button size="icon" variant="ghost" aria-label="Delete">
        <Trash2 aria-hidden="true" />
      </Button>
    </Specimen>
  );
}

function Fields() {
  return (
    <Specimen name="Field">
      <Field label="Normal" hint="The rule before it is broken." className="w-64">
        <Input defaultValue="Level 4 pour" />
      </Field>
      <Field label="With an error" error="Enter a name" className="w-64">
        <Input />
      </Field>
      <Field label="Disabled" className="w-64">
        <Input defaultValue="Locked" disabled />
      </Field>
      <Field label="Password" className="w-64">
        <PasswordInput defaultValue="chalkline" />
      </Field>
      <Field label="Notes" optional className="w-64">
        <Textarea defaultValue="East bay, grid C" />
      </Field>
    </Specimen>
  );
}

function Choices() {
  const [project, setProject] = useState<string | null>('tower');
  const [format, setFormat] = useState('csv');
  return (
    <Specimen name="Choices">
      <Field label="Combobox" className="w-64">
        <Combobox
          value={project}
          onValueChange={setProject}
          options={projects}
          placeholder="Select project"
        />
      </Field>
      <Field label="Select" className="w-64">
        <Select
          value={format}
          onValueChange={setFormat}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'pdf', label: 'PDF' },
          ]}
        />
      </Field>
      <span className="flex items-center gap-3">
        <Checkbox aria-label="Unchecked" />
        <Checkbox aria-label="Checked" defaultChecked />
        <Checkbox aria-label="Some" checked="indeterminate" />
        <Switch aria-label="Off" />
        <Switch aria-label="On" defaultChecked />
      </span>
      <RadioGroup defaultValue="weekly" aria-label="Pay period" className="w-64">
        <RadioItem value="weekly" label="Weekly" description="Every Friday" />
        <RadioItem value="monthly" label="Monthly" />
      </RadioGroup>
    </Specimen>
  );
}

function DatesAndTimes() {
  const [date, setDate] = useState<DateInputValue>('2026-11-14');
  const [start, setStart] = useState<TimeInputValue>(7 * 60);
  const [end, setEnd] = useState<TimeInputValue>(null);
  return (
    <Specimen name="Dates and times">
      <Field label="Date" error={date === 'invalid' ? 'Not a date' : undefined} className="w-48">
        <DateInput value={date} onValueChange={setDate} />
      </Field>
      <Field label="Start Time" className="w-40">
        <TimeInput value={start} onValueChange={setStart} placeholder="9:30 AM" />
      </Field>
      <Field label="End Time" error={end === 'invalid' ? 'Not a time' : undefined} className="w-40">
        <TimeInput
          value={end}
          onValueChange={setEnd}
          notBefore={typeof start === 'number' ? start : undefined}
          placeholder="12:30 PM"
        />
      </Field>
    </Specimen>
  );
}

export function ControlSpecimens() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
      <DatesAndTimes />
      <Specimen name="Tabs">
        <Tabs defaultValue="today" className="w-full">
          <TabsList>
            <TabsTrigger value="today">Today</TabsTrigger>
            <TabsTrigger value="yesterday">Yesterday</TabsTrigger>
            <TabsTrigger value="week">This Week</TabsTrigger>
          </TabsList>
          <TabsContent value="today" className="p-4">
            6 entries
          </TabsContent>
          <TabsContent value="yesterday" className="p-4">
            4 entries
          </TabsContent>
          <TabsContent value="week" className="p-4">
            22 entries
          </TabsContent>
        </Tabs>
      </Specimen>
    </>
  );
}
