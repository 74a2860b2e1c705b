import { expect, test } from 'vitest';
import { sha256, signS3Request } from './s3-signature.ts';

/** The examples of AWS's own documentation ("Signature Calculations for the Authorization Header"). */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

test.each([
  [
    '/test.txt',
    { range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('GET %s is signed as AWS documents it', (path, headers, signature) => {
  const signed = signS3Request(credentials, {
    method: 'GET',
    url: new URL(path, 'https://examplebucket.s3.amazonaws.com'),
    headers: headers as Record<string, string>,
    payloadHash: sha256(''),
    now: new Date('2013-05-24T00:00:00Z'),
  });
  expect(signed['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
});
