import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';

const DAYS = ['Today', 'Yesterday', 'Week'];

function Days(props: Parameters<typeof Tabs>[0]) {
  return (
    <Tabs defaultValue="Today" {...props}>
      <TabsList aria-label="Days">
        {DAYS.map((day) => (
          <TabsTrigger key={day} value={day}>
            {day}
          </TabsTrigger>
        ))}
      </TabsList>
      {DAYS.map((day) => (
        <TabsContent key={day} value={day}>
          What was done: {day}
        </TabsContent>
      ))}
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('shows the panel of the chosen tab, named by it', async () => {
  render(<Days />);
  expect(screen.getByRole('tabpanel', { name: 'Today' }).textContent).toContain('Today');
  expect(tab('Today').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
  await userEvent.click(tab('Yesterday'));
  expect(screen.getByRole('tabpanel', { name: 'Yesterday' })).toBeTruthy();
  expect(tab('Today').getAttribute('aria-selected')).toBe('false');
});

it('is one stop of the Tab key, and arrows, Home and End choose', async () => {
  const user = userEvent.setup();
  render(<Days />);
  await user.tab();
  expect(document.activeElement).toBe(tab('Today'));
  for (const [key, name] of [
    ['{ArrowRight}', 'Yesterday'],
    ['{End}', 'Week'],
    ['{ArrowRight}', 'Today'],
    ['{ArrowLeft}', 'Week'],
    ['{Home}', 'Today'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(tab(name));
    expect(screen.getByRole('tabpanel', { name })).toBeTruthy();
  }
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});

it('leaves the choice to its owner, who may refuse', async () => {
  const onValueChange = vi.fn();
  render(<Days value="Today" onValueChange={onValueChange} />);
  await userEvent.click(tab('Today'));
  expect(onValueChange).not.toHaveBeenCalled();
  await userEvent.click(tab('Week'));
  expect(onValueChange).toHaveBeenCalledWith('Week');
  expect(screen.getByRole('tabpanel', { name: 'Today' })).toBeTruthy();
});
