import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiGuideCard } from '@/features/developers/components/api-guide-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const DESCRIPTION = {
  paths: {
    '/': { get: {} },
    '/crews': { get: {} },
    '/rpc/crews_of': {
      get: {},
      post: {
        summary: 'Crews of a day | managers',
        parameters: [
          {
            schema: {
              required: ['day_param'],
              properties: { day_param: { format: 'date' }, name_param: { format: 'text' } },
            },
          },
        ],
        responses: { '200': { schema: { items: { $ref: '#/definitions/crews' } } } },
      },
    },
  },
  definitions: {
    Error: { properties: {} },
    crews: {
      description: 'Who works together.',
      required: ['id'],
      properties: {
        id: { format: 'uuid', description: 'Note:\nThis is a Primary Key.<pk/>' },
        kind: { format: 'text', enum: ['day', 'night'] },
      },
    },
  },
};

const open = (answer: unknown) =>
  openPart(<ApiGuideCard />, {
    namespaces: ['developers'],
    answers: { 'GET ': answer, 'POST rpc/api_tokens_served': true },
  });
const button = () => screen.getByRole('button', { name: words('developers:guide.reference') });

test('what one may use is saved as a page', async () => {
  const files: { name: string; blob: Blob }[] = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:page';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob: made as Blob });
  });
  const { user } = await open(DESCRIPTION);
  await user.click(button());
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('chalkline-api.md');
  const lines = (await textOf(files[0]?.blob as Blob)).split('\n');
  expect(lines).toContain(
    '| `crews_of` | day_param date, *name_param text* | Crews of a day \\| managers (only reads) | rows: [crews](#crews) |',
  );
  expect(lines).toContain('[crews](#crews)');
  expect(lines).toContain('| `id` | uuid | required. primary key |');
  expect(lines).toContain('| `kind` | text | day, night |');
  vi.restoreAllMocks();
});

test('a server that does not answer is named, and the button can be pressed again', async () => {
  const { user } = await open(new Refusal(500, { message: 'no' }));
  await user.click(button());
  expect(await screen.findByText(words('common:error.title'))).toBeVisible();
  expect(button()).toBeEnabled();
});

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}
