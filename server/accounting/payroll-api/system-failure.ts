import { SystemError } from '../system-error.ts';
import { CredentialsError } from './api-client.ts';
import { ReadFailedError } from './failed-request.ts';

/** What ended a call as the failure of a connection that the screen has a text for. */
export function systemFailure(error: unknown): unknown {
  if (error instanceof CredentialsError) {
    return new SystemError('sign_in_needed', 'keys_refused', error.message, { cause: error });
  }
  if (!(error instanceof ReadFailedError)) return error;
  const { outcome, message } = error;
  if (outcome.kind === 'retry') {
    const isBusy = outcome.code === '429' || outcome.code === '503';
    return new SystemError(
      isBusy ? 'busy' : 'unreachable',
      isBusy ? 'busy' : 'unreachable',
      message,
      {
        afterSeconds: outcome.after_seconds,
        cause: error,
      },
    );
  }
  const { code, detail } =
    outcome.kind === 'refused' ? outcome : { code: 'refused', detail: message };
  return new SystemError('refused', code, detail, { cause: error });
}

/** A client for one piece of work, closed after it. */
export async function withClient<Client extends { close(): void }, Result>(
  client: Client,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(client);
  } catch (error) {
    throw systemFailure(error);
  } finally {
    client.close();
  }
}
