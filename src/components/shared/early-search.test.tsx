import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from '@/components/shared/combobox';
import { NOTHING_TYPED, typeEarly } from '@/components/shared/early-search';
import { openPart } from '@/testing/open';

test('keys that reach the button are kept, and do not press it again', async () => {
  const pressed = vi.fn();
  function Waiting() {
    const [typed, setTyped] = useState(NOTHING_TYPED);
    return (
      <button
        type="button"
        onClick={pressed}
        onKeyDown={(event) => typeEarly(event, typed, setTyped)}
      >
        {JSON.stringify(typed)}
      </button>
    );
  }
  const { user } = await openPart(<Waiting />, { namespaces: [], as: null });
  await user.tab();
  await user.keyboard(' Oax{Backspace}k St{ArrowDown}{Enter}');
  expect(screen.getByRole('button')).toHaveTextContent('{"text":"Oak St","entered":true}');
  expect(pressed).not.toHaveBeenCalled();
});

test('a name typed without waiting for the list chooses from it', async () => {
  function Project() {
    const [value, setValue] = useState<string | null>(null);
    const options = ['Oak Street', 'Quarry Road'].map((text) => ({ value: text, text }));
    return (
      <Combobox
        aria-label="Project"
        placeholder="Choose"
        value={value}
        onValueChange={setValue}
        options={options}
      />
    );
  }
  const { user } = await openPart(<Project />, { namespaces: [], as: null });
  await user.tab();
  await user.keyboard('{Enter}quar{Enter}');
  await expect
    .poll(() => screen.getByRole('combobox', { name: 'Project' }))
    .toHaveTextContent('Quarry Road');
});
