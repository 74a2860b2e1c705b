import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Card, CardHeader } from '@/components/ui/card';
import { CardContents } from '@/features/settings/components/card-contents';

const cards = (titles: readonly string[]) =>
  titles.map((title) => (
    <Card key={title}>
      <CardHeader title={title} />
    </Card>
  ));

const FEW = ['Company', 'Locations', 'Overtime', 'Storage'];

test('lists the cards once there are many, also those that come late, and leads to each', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { rerender } = render(<CardContents>{cards(FEW)}</CardContents>);
  await screen.findByRole('heading', { name: 'Storage' });
  expect(screen.queryByText('On this page')).toBeNull();
  await act(async () => rerender(<CardContents>{cards([...FEW, 'Custom fields'])}</CardContents>));
  const contents = within(await screen.findByRole('navigation', { hidden: true }));
  expect(contents.getAllByRole('button', { hidden: true }).map((one) => one.textContent)).toEqual([
    ...FEW,
    'Custom fields',
  ]);
  fireEvent.click(contents.getByText('Custom fields'));
  const heading = screen.getByRole('heading', { name: 'Custom fields' });
  expect(document.activeElement).toBe(heading);
  expect(scrolled.mock.contexts).toEqual([heading.closest('section')]);
});
