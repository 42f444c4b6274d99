import { expect, it } from 'vitest'
import { snapshotKey } from './page-snapshot.ts'

it.each([
  ['/', '/'],
  ['/?source=pwa', '/'],
  ['/account/ticketbox', '/account/ticketbox'],
  ['/community/aoi', '/community/aoi'],
  ['/community/aoi/event/e1', '/community/aoi/event/e1'],
  // A filter shows other rows, and comments are for those who are still members.
  ['/account/ticketbox?tab=used', null],
  ['/community/aoi/talk/t1', null],
  ['/account/ticketbox/ticket/t1', null],
  ['/login', null],
])('keeps a snapshot of %s as %s', (path, key) => {
  expect(snapshotKey(new URL(path, 'http://localhost'))).toBe(key)
})
