import { expect, it } from 'vitest'
import { anEvent, aTicketOnSale } from '#pwa/features/tickets/testing/samples.ts'
import { linkTargets } from './link-targets.ts'

const NOW = '2026-11-20T06:00:00.000Z'

it('targets of links are the room, and its published events and tickets that are not over', () => {
  const events = [
    anEvent(),
    anEvent({ id: 'draft', status: 'draft' }),
    anEvent({ id: 'over', sales_end: NOW }),
  ]
  const tickets = [
    aTicketOnSale({ title: '冬のはじまり' }),
    aTicketOnSale({ id: 'cancelled', status: 'cancelled' }),
    aTicketOnSale({ id: 'over', valid_until: NOW }),
  ]
  expect(linkTargets('aoi', { events, tickets, now: NOW })).toEqual([
    { value: '/community/aoi', label: 'ルーム' },
    { value: '/community/aoi/event/e1', label: '11月27日 夜ふかし朗読会' },
    { value: '/community/aoi/e_ticket/d1', label: '11月28日 冬のはじまり（電子チケット）' },
  ])
})
