import { HttpError } from '../http/http-error.ts';

const REFUSALS = {
  no_upload: [
    404,
    'This upload is not there. It was finished, canceled or is more than a day old.',
  ],
  wrong_offset: [409, 'Upload-Offset is not where the upload stands'],
  upload_running: [409, 'Another file is being uploaded. Go on with it or cancel it first.'],
  locked: [423, 'A piece of this upload is still being written'],
  too_long: [413, 'More bytes came than were announced'],
  no_space: [507, 'There is not enough free space on the disk of the server'],
} as const;

/** Why a piece is not taken; `values` goes along in the answer. */
export class MapUploadError extends HttpError {
  constructor(code: keyof typeof REFUSALS, values: object = {}, cause?: unknown) {
    const [status, message] = REFUSALS[code];
    super(status, { ...values, code: `map_${code}`, message }, { cause });
  }
}
