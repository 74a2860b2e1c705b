// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { readSoapCall, writeSoapAnswer, writeSoapFault } from './soap.ts';
import { writeWsdl } from './wsdl.ts';

const call = (content: string, envelope = 'http://schemas.xmlsoap.org/soap/envelope/') =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelope}"><soap:Body>${content}</soap:Body></soap:Envelope>`;

/** By another parser than ours. */
const parse = (text: string) => {
  const document = new DOMParser().parseFromString(text, 'text/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
};

test('reads a call with its arguments; what is missing is empty', () => {
  const body = call(
    '<receiveResponseXML xmlns="http://developer.intuit.com/"><ticket>t</ticket><response>&lt;QBXML/&gt;</response></receiveResponseXML>',
  );
  expect(readSoapCall(body)).toEqual({
    name: 'receiveResponseXML',
    args: { ticket: 't', response: '<QBXML/>', hresult: '', message: '' },
  });
});

describe('refuses', () => {
  test.each([
    ['another namespace', call('<serverVersion xmlns="urn:x"/>')],
    ['an unknown call', call('<constructor xmlns="http://developer.intuit.com/"/>')],
    [
      'SOAP 1.2',
      call(
        '<serverVersion xmlns="http://developer.intuit.com/"/>',
        'http://www.w3.org/2003/05/soap-envelope',
      ),
    ],
    ['two calls', call('<serverVersion xmlns="http://developer.intuit.com/"/>'.repeat(2))],
    ['no call', call('')],
    ['something else', '<a/>'],
  ])('%s', (_what, body) => {
    expect(() => readSoapCall(body)).toThrow();
  });
});

test('answers are XML for others, too', () => {
  const list = parse(writeSoapAnswer('authenticate', ['a<b', 'none']));
  expect([...list.getElementsByTagName('string')].map((each) => each.textContent)).toEqual([
    'a<b',
    'none',
  ]);
  expect(parse(writeSoapAnswer('receiveResponseXML', -1)).documentElement.textContent).toBe('-1');
  const fault = parse(writeSoapFault(false, 'no "&"'));
  expect(fault.querySelector('faultstring')?.textContent).toBe('no "&"');
});

test('the WSDL describes the eight calls at its address', () => {
  const wsdl = parse(writeWsdl('https://time.example.com/quickbooks/desktop'));
  const operations = [...wsdl.querySelectorAll('portType > operation')];
  expect(operations.map((each) => each.getAttribute('name'))).toEqual([
    'serverVersion',
    'clientVersion',
    'authenticate',
    'sendRequestXML',
    'receiveResponseXML',
    'connectionError',
    'getLastError',
    'closeConnection',
  ]);
  expect(wsdl.getElementsByTagName('soap:address')[0]?.getAttribute('location')).toBe(
    'https://time.example.com/quickbooks/desktop',
  );
});
