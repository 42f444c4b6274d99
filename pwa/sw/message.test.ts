import { expect, it } from 'vitest'
import { localPath, readMessage } from './message.ts'

const MESSAGE = {
  id: 'n1',
  device: 'd1',
  title: '明日 20:00からです',
  body: '秋の夜',
  url: '/community/aoi/event/night',
  at: '2026-11-20T10:00:00.000Z',
  unread: 2,
}

it('parses the server’s payload, also wrapped by Firebase', () => {
  expect(readMessage(JSON.stringify(MESSAGE))).toEqual(MESSAGE)
  const wrapped = { data: { payload: JSON.stringify(MESSAGE) }, from: '1', fcmMessageId: 'x' }
  expect(readMessage(JSON.stringify(wrapped))).toEqual(MESSAGE)
})

it.each([
  '',
  'null',
  '[]',
  '{',
  '"text"',
  '{}',
  JSON.stringify({ ...MESSAGE, id: '' }),
  JSON.stringify({ ...MESSAGE, title: { toString: 'x' } }),
  JSON.stringify({ data: { payload: '{' } }),
])('rejects the payload %s', (text) => {
  expect(readMessage(text)).toBeNull()
})

it.each([-1, 1.5, '3', null])('sets no badge for %j', (unread) => {
  expect(readMessage(JSON.stringify({ ...MESSAGE, unread }))).toMatchObject({ unread: 0 })
})

it.each([
  ['/account/message/1', '/account/message/1'],
  ['/?a=//b', '/?a=//b'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('maps %j to %s', (url, path) => {
  expect(localPath(url)).toBe(path)
})
