import { screen } from '@testing-library/react';
import { Link, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { NavigationGuard } from '@/app/navigation-guard';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useAddressParams } from '@/lib/use-address-params';
import { openPart, words } from '@/testing/open';

function NameForm() {
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '' },
    submit: async () => undefined,
    done: () => void navigate('/?at=elsewhere'),
  });
  return (
    <Form form={form}>
      <Field label="Name">
        <Input {...form.text('name')} />
      </Field>
      <Button type="submit">Save</Button>
    </Form>
  );
}

function Page() {
  const [params] = useAddressParams();
  return (
    <>
      <NavigationGuard />
      <Link to="/?at=elsewhere">Away</Link>
      {params.get('at') ? <p>Elsewhere</p> : <NameForm />}
    </>
  );
}

const open = () => openPart(<Page />, { namespaces: [], as: null });
const name = () => screen.getByRole('textbox', { name: 'Name' });
const away = () => screen.getByRole('link', { name: 'Away' });
const question = () => screen.findByRole('alertdialog', { name: words('common:leave.title') });

test('leaving typed changes is asked about, and staying keeps them', async () => {
  const { user } = await open();
  await user.type(name(), 'Early');
  await user.click(away());
  await question();
  await user.click(screen.getByRole('button', { name: words('common:discard.keep') }));
  expect(name()).toHaveValue('Early');
  await user.click(away());
  await question();
  await user.click(screen.getByRole('button', { name: words('common:leave.confirm') }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

test('what was not changed, or typed back, is left without a question', async () => {
  const { user } = await open();
  await user.type(name(), 'E{Backspace}');
  await user.click(away());
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

test('what was saved may leave the page by itself', async () => {
  const { user } = await open();
  await user.type(name(), 'Early{Enter}');
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Escape asks before it throws away the reason typed into a question', async () => {
  let isOpen = true;
  const { user } = await openPart(
    <ConfirmDialog
      open
      onOpenChange={(next) => {
        isOpen = next;
      }}
      title="Delete it?"
      confirmLabel="Delete"
      onConfirm={() => undefined}
    >
      <Field label="Reason">
        <Input />
      </Field>
    </ConfirmDialog>,
    { namespaces: [], as: null },
  );
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Twice{Escape}');
  await user.click(await screen.findByRole('button', { name: words('common:discard.keep') }));
  expect(isOpen).toBe(true);
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Twice');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: words('common:discard.confirm') }));
  expect(isOpen).toBe(false);
});
