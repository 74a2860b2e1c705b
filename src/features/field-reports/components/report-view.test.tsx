import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Report } from '@/features/field-reports/api/queries';
import { PhotosCard } from '@/features/field-reports/components/photos-card';
import SubmitDialog from '@/features/field-reports/components/submit-dialog';
import { useDraftContent } from '@/features/field-reports/components/use-draft-content';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const photo = (id: string, caption: string | null) => ({
  id,
  path: `company/project/${id}.jpg`,
  sha256: 'a'.repeat(64),
  caption,
  taken_at: '2026-03-10T12:00:00Z',
  by: 'Luis Ortega',
});
const photos = [photo('one', 'Footing'), photo('two', null)];
/** The DOM of the tests shows no pictures; the card says so and stays usable. */
const noPictures = Object.fromEntries(
  photos.map(({ path }) => [
    `GET storage/render/image/authenticated/photos/${path}`,
    new Refusal(404, { message: 'not found' }),
  ]),
);

function Writing({ report }: { report: Report }) {
  const { content, type, commit } = useDraftContent(report);
  return (
    <textarea
      aria-label="work"
      value={content.work ?? ''}
      onChange={(event) => type({ work: event.target.value })}
      onBlur={(event) => commit({ work: event.target.value })}
    />
  );
}

test('who writes into what someone else has saved meanwhile is told, and saves with what they saw', async () => {
  const report = { id: 'report-1', content: { work: 'Poured slab.' } } as Report;
  const { user, backend } = await openPart(<Writing report={report} />, {
    namespaces: ['field-reports'],
    answers: {
      'POST rpc/save_field_report': ({ body }: AskedRequest) => ({
        ...report,
        content: { work: `Stripped forms.\n${body.changes_param.work}` },
      }),
    },
  });
  await user.type(screen.getByLabelText('work'), ' Set rebar.');
  await user.tab();
  expect(await screen.findByText(words('field-reports:bothKept.title'))).toBeVisible();
  expect(backend.sent('POST rpc/save_field_report')).toEqual([
    {
      id_param: 'report-1',
      changes_param: { work: 'Poured slab. Set rebar.' },
      seen_param: { work: 'Poured slab.' },
    },
  ]);
});

test('photos of the day can be left out of a draft and put back', async () => {
  const onChange = vi.fn();
  const { user } = await openPart(
    <PhotosCard photos={photos} leftOut={['two']} onChange={onChange} />,
    { namespaces: ['field-reports'], answers: noPictures },
  );
  expect(await screen.findByText(words('field-reports:photos.count', { count: 1 }))).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Leave out\s*Footing/ }));
  expect(onChange).toHaveBeenLastCalledWith(['two', 'one']);
  await user.click(screen.getByRole('button', { name: /^Put back/ }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('what was submitted shows its photos and changes nothing', async () => {
  await openPart(<PhotosCard photos={photos} leftOut={[]} />, {
    namespaces: ['field-reports'],
    answers: noPictures,
  });
  expect(await screen.findByText('Footing')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['by name alone', false],
  ['drawn as well', true],
])('a report is signed %s', async (_how, draws) => {
  const onClose = vi.fn();
  const report = { id: 'report-1', number: 'FR-2026-0042' } as Report;
  const { user, backend } = await openPart(
    <SubmitDialog report={report} none={[]} onClose={onClose} />,
    { namespaces: ['field-reports'], answers: { 'POST rpc/submit_field_report': {} } },
  );
  if (draws) {
    const pad = screen.getByRole('img', { name: words('field-reports:submit.draw') });
    pad.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100);
    fireEvent.pointerDown(pad, { clientX: 10, clientY: 20 });
    fireEvent.pointerMove(pad, { clientX: 30, clientY: 40 });
    fireEvent.pointerUp(pad);
  }
  await user.click(screen.getByRole('button', { name: words('field-reports:submit.open') }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [sent] = backend.sent('POST rpc/submit_field_report');
  expect(sent).toMatchObject({ id_param: 'report-1', name_param: 'Maria Reyes' });
  expect('strokes_param' in sent).toBe(draws);
});
