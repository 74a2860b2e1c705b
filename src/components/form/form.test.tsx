import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FormDialog } from '@/components/form/form-dialog';
import { FieldError, useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { AppError } from '@/lib/errors';
import { useWrite } from '@/lib/use-write';
import { openPart } from '@/testing/open';

interface Sent {
  name: string;
  hours: number;
}

interface PartProps {
  send: (sent: Sent) => Promise<unknown>;
  done?: () => void;
}

function ShiftDialog({ send, done, onClose }: PartProps & { onClose: () => void }) {
  const save = useWrite({ send, quiet: true });
  const form = useForm({
    initial: { name: '', hours: '8', kind: 'day' },
    read: ({ name, hours }, wrong): Sent => ({
      name: name.trim() || wrong('name', 'A name is needed.'),
      hours: Number(hours) > 0 ? Number(hours) : wrong('hours', 'No hours.'),
    }),
    submit: (sent) => save.mutateAsync(sent),
    done: () => {
      done?.();
      onClose();
    },
    refusals: { shifts_name_once: ['name', 'This name is taken.'] },
  });
  return (
    <FormDialog form={form} title="Shift" onClose={onClose}>
      <Field label="Name">
        <Input {...form.text('name')} />
      </Field>
      <Field label="Hours">
        <Input {...form.text('hours')} />
      </Field>
      <Field label="Kind">
        <Select
          {...form.value('kind')}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'night', label: 'Night' },
          ]}
        />
      </Field>
    </FormDialog>
  );
}

function Part(props: PartProps) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && <ShiftDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const open = (props: PartProps) => openPart(<Part {...props} />, { namespaces: [], as: null });
const name = () => screen.getByRole('textbox', { name: 'Name' });
const hours = () => screen.getByRole('textbox', { name: 'Hours' });
const save = () => screen.getByRole('button', { name: 'Save' });

test('what is wrong is said in its field once it was submitted, and the first such field has the focus', async () => {
  const send = vi.fn();
  const { user } = await open({ send });
  await user.clear(hours());
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(save());
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'A name is needed.',
    'No hours.',
  ]);
  expect(name()).toHaveAccessibleDescription('A name is needed.');
  expect(name()).toHaveFocus();
  await user.type(name(), 'Early');
  expect(screen.getByRole('alert')).toHaveTextContent('No hours.');
  await user.keyboard('{Enter}');
  expect(hours()).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

test('Enter sends what was read, and the dialog closes', async () => {
  const send = vi.fn(async () => undefined);
  const { user } = await open({ send });
  await user.type(name(), ' Early {Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(send.mock.calls.map(([sent]: unknown[]) => sent)).toEqual([{ name: 'Early', hours: 8 }]);
});

test('a failure stands above the fields, what was typed stays, and the next try clears it', async () => {
  const send = vi.fn<PartProps['send']>(async () => undefined);
  send.mockRejectedValueOnce(new AppError('offline'));
  const { user } = await open({ send });
  await user.type(name(), 'Early{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|internet|offline/i);
  expect(name()).toHaveValue('Early');
  await user.click(save());
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['by its code', new AppError('shifts_name_once'), 'This name is taken.'],
  ['by name', new FieldError('name', 'Not this one.'), 'Not this one.'],
])(
  'a refusal that belongs to a field %s stands there until the field changes',
  async (_how, error, text) => {
    const { user } = await open({ send: () => Promise.reject(error) });
    await user.type(name(), 'Early{Enter}');
    await expect.poll(() => name()).toHaveAccessibleDescription(text);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(name()).toHaveFocus();
    await user.type(name(), ' shift');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('it is sent once, however often it is submitted meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const send = vi.fn(() => promise);
  const { user } = await open({ send });
  await user.type(name(), 'Early{Enter}{Enter}');
  expect(screen.getByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-disabled', 'true');
  resolve(undefined);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(send).toHaveBeenCalledOnce();
});

test('an answer that comes after it was closed does nothing to what is open by then', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = vi.fn();
  const { user } = await open({ send: () => promise, done });
  await user.type(name(), 'Early{Enter}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Open' }));
  resolve(undefined);
  await user.type(name(), 'Late');
  expect(name()).toHaveValue('Late');
  expect(done).not.toHaveBeenCalled();
});

function Noisy() {
  const save = useWrite({ send: () => Promise.reject(new AppError('offline')) });
  const form = useForm({ initial: { name: '' }, submit: () => save.mutateAsync() });
  return (
    <FormDialog form={form} title="Noisy" onClose={() => undefined}>
      <Field label="Name">
        <Input {...form.text('name')} />
      </Field>
    </FormDialog>
  );
}

test('what a toast tells is not repeated in the form', async () => {
  const { user } = await openPart(<Noisy />, { namespaces: [], as: null });
  await user.type(name(), 'Early{Enter}');
  await expect.poll(() => document.querySelectorAll('[data-sonner-toast]').length).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
});
