import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CertificateCards } from '@/features/my-status/components/certificate-cards';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const HELD = {
  id: 'k1',
  type_id: 't1',
  number: 'A1',
  issued_on: null,
  expires_on: '2030-05-01',
  type: { name: 'OSHA 10', warn_days: 30 },
};
const PROOF = {
  id: 'p1',
  type_id: 't1',
  certification_id: 'k1',
  path: 'c/e/p1.jpg',
  media_type: 'image/jpeg',
  taken_at: '2026-03-01T12:00:00Z',
  review: null,
  review_note: null,
  type: { name: 'OSHA 10' },
};

const open = (proofs: object[] = [], missing: object[] = []) =>
  openPart(<CertificateCards />, {
    namespaces: ['required-certificates'],
    as: 'employee',
    answers: {
      'POST rpc/missing_certificates': missing,
      'GET certifications': [HELD],
      'GET certificate_proofs': proofs,
      'POST certificate_proofs': new Refusal(400, { message: 'not now' }),
    },
  });

/** What the camera took: its size in pixels, and how bright each pixel is. */
function camera(width: number, height: number, at: (n: number) => number): void {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
  const data = Uint8ClampedArray.from({ length: 64 * 64 * 4 }, (_, n) => at(Math.floor(n / 4)));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: () => ({ data }),
  } as unknown as CanvasRenderingContext2D);
  vi.spyOn(HTMLCanvasElement.prototype, 'width', 'get').mockReturnValue(64);
  vi.spyOn(HTMLCanvasElement.prototype, 'height', 'get').mockReturnValue(64);
}
const sharp = (n: number) => (n % 5 < 2 ? 30 : 210);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const photo = (bytes: BlobPart = JPEG) => new File([bytes], 'card.jpg', { type: 'image/jpeg' });
const take = async (file: File) => {
  const input = await screen.findByLabelText(/OSHA 10/, { selector: 'input' });
  fireEvent.change(input, { target: { files: [file] } });
};

beforeEach(() => {
  giveDeviceMemory();
  vi.restoreAllMocks();
});

describe('a photo of one’s own certificate', () => {
  test('is stored and announced with its hash and its size', async () => {
    camera(1600, 1200, sharp);
    const { backend } = await open();
    expect(await screen.findByText(words('required-certificates:proof.none'))).toBeVisible();
    await take(photo());
    await waitFor(() => expect(backend.sent('POST certificate_proofs')).toHaveLength(1));
    expect(backend.sent('POST certificate_proofs')[0]).toMatchObject({
      certification_id: 'k1',
      type_id: 't1',
      width: 1600,
      height: 1200,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['tooSmall', 300, sharp],
    ['dark', 1200, () => 10],
    ['bright', 1200, () => 253],
    ['blurred', 1200, () => 128],
  ] as const)('%s is refused at once with what to do', async (problem, size, at) => {
    camera(1600, size, at);
    const { backend } = await open();
    await take(photo());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      words(`required-certificates:problem.${problem}`),
    );
    expect(backend.sent('POST certificate_proofs')).toEqual([]);
  });

  test('that cannot be opened, or is none, is refused', async () => {
    camera(1600, 1200, sharp);
    await open();
    await take(photo('hello'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      words('required-certificates:problem.notPaper'),
    );
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')));
    await take(photo());
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        words('required-certificates:problem.damaged'),
      ),
    );
  });

  test('that the office could not read says so, why, and takes another', async () => {
    await open([{ ...PROOF, review: 'unreadable', review_note: 'The date is cut off.' }]);
    expect(await screen.findByText(/The date is cut off/)).toBeVisible();
    expect(
      screen.getByRole('button', { name: new RegExp(words('required-certificates:proof.again')) }),
    ).toBeVisible();
  });

  test('that ends soon is renewed by a photo of the new card, from which the office makes the next', async () => {
    camera(1600, 1200, sharp);
    const ending = {
      employee_id: EMPLOYEE_ID,
      employee_name: 'Ana Ruiz',
      type_id: 't1',
      type_name: 'OSHA 10',
      state: 'expiring',
      expires_on: '2030-05-01',
      work_date: null,
      project_name: null,
      blocks_clock: true,
      proof: 'readable',
    };
    const { backend } = await open([{ ...PROOF, review: 'readable' }], [ending]);
    expect(
      await screen.findByRole('button', {
        name: `${words('required-certificates:proof.renew')}: OSHA 10`,
      }),
    ).toBeVisible();
    await take(photo());
    await waitFor(() =>
      expect(backend.sent('POST certificate_proofs')).toMatchObject([
        { certification_id: null, type_id: 't1' },
      ]),
    );
  });

  test('that waits or was read asks for no other', async () => {
    await open([PROOF]);
    expect(await screen.findByText(words('required-certificates:proof.waiting'))).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
