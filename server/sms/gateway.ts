/** Why a text was not sent or not delivered; stable codes, texts are the project's. */
export type TextError =
  | 'stopped'
  | 'landline'
  | 'invalid_number'
  | 'unreachable'
  | 'no_answer'
  | 'not_delivered'
  | 'refused'
  | 'unknown_outcome'
  | 'expired'
  | 'no_gateway';

export interface OutgoingText {
  /** The idempotency key. */
  readonly id: string;
  readonly to: string;
  readonly body: string;
  /** Where its delivery is reported to, if anywhere. */
  readonly callbackUrl: string | undefined;
}

export type SendResult =
  /** Without an id no delivery can be reported. */
  | { readonly result: 'sent'; readonly providerId: string | undefined }
  /** Surely not sent, and it never will be. */
  | { readonly result: 'refused'; readonly error: TextError; readonly detail: string }
  /** Surely not sent; another time it may be. */
  | { readonly result: 'retry'; readonly detail: string; readonly waitSeconds: number | undefined }
  /** The gateway may have sent it: it is never tried again. */
  | { readonly result: 'unknown'; readonly detail: string };

export interface Gateway {
  /** For Settings › System. */
  readonly host: string;
  /** Never throws. */
  send(text: OutgoingText): Promise<SendResult>;
}
