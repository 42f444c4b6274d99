import { expect, it } from 'vitest'
import { needsLogin } from './needs-login.ts'

it.each([
  '/account/ticketbox',
  '/account/ticketbox/ticket/1',
  '/account/unsubscribe',
  '/account/setting/account_config',
  '/terms',
  '/help/payment',
  '/gate',
  '/community/aoi/event/1',
  '/admin/texts',
])('%s stays open without consent to new terms', (path) => expect(needsLogin(path)).toBe(false))

it.each([
  '/',
  '/community/aoi',
  '/community/aoi/event',
  '/aoi',
  '/account',
  '/account/room',
  '/dashboard',
])('%s requires consent to new terms', (path) => expect(needsLogin(path)).toBe(true))
