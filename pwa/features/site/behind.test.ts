import { expect, it } from 'vitest'
import { isBehind } from './behind.ts'

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
])('%s stays open without new terms', (path) => expect(isBehind(path)).toBe(false))

it.each([
  '/',
  '/community/aoi',
  '/community/aoi/event',
  '/aoi',
  '/account',
  '/account/room',
  '/dashboard',
])('%s waits behind them', (path) => expect(isBehind(path)).toBe(true))
