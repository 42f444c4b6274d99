import { expect, it } from 'vitest'
import type { LotterySale } from '#contract/lottery/calls.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { aTicketOnSale, aType } from '#pwa/features/tickets/testing/samples.ts'
import { type Presale, salePhasesOf } from './sale-phases.ts'

const NOW = '2026-11-10T00:00:00.000Z'
const lottery: LotterySale = {
  opens_at: '2026-11-12T03:00:00.000Z',
  closes_at: '2026-11-15T03:00:00.000Z',
  announced_at: '2026-11-16T03:00:00.000Z',
  ends_at: '2026-11-25T03:00:00.000Z',
  ...{ buy_days: 3, max_group: 2, members_first: false, then_sold: false },
}
const own = (change: Partial<OwnDigitalTicket> = {}) =>
  ({ ...aTicketOnSale({ is_owner: true, remaining: 3 }), ...change }) as OwnDigitalTicket
const names = (ticket: OwnDigitalTicket, now = NOW, codes: Presale[] = []) =>
  salePhasesOf(ticket, codes, now).map(({ name }) => name)

it('a ticket on sale is shown until it is over, with its waiting list', () => {
  expect(names(own())).toEqual(['onSale', 'full', 'offered', 'held', 'over'])
  expect(names(own(), '2026-11-28T12:00:00.000Z')).toEqual(['held', 'over'])
})

it('types have a time before their sale, and waiting lists', () => {
  const typed = own({ types: [{ ...aType({ sales_from: lottery.opens_at }) } as never] })
  expect(names(typed)).toEqual(['early', 'onSale', 'full', 'offered', 'held', 'over'])
  const [early, , full] = salePhasesOf(typed, [], NOW)
  expect(early).toMatchObject({ from: '', until: lottery.opens_at })
  expect(full!.ticket.types[0]!.remaining).toBe(0)
})

it('an early sale is shown to the owner of its code until its types are sold to anybody', () => {
  const [usual, late] = ['2026-11-14T03:00:00.000Z', '2026-11-16T03:00:00.000Z']
  const types = [
    aType({ id: 's', sales_from: late }),
    aType({ id: 'usual', sales_from: usual }),
  ] as never[]
  const code = (change: Partial<Presale> = {}): Presale => ({
    ...{
      percent: null,
      yen_off: null,
      presale: true,
      stopped: false,
      valid_until: null,
      types: [],
    },
    ...{ valid_from: '2026-11-12T03:00:00.000Z', ...change },
  })
  const presaleOf = (...codes: Presale[]) =>
    salePhasesOf(own({ types }), codes, NOW).find(({ name }) => name === 'presale')
  expect(names(own({ types }), NOW, [code()]).slice(0, 3)).toEqual(['early', 'presale', 'onSale'])
  expect(presaleOf(code())).toMatchObject({ from: code().valid_from, until: late })
  const [s, other] = presaleOf(code({ types: ['s'] }))!.ticket.types
  expect([s!.sales_from, other!.sales_from]).toEqual([code().valid_from, usual])
  // The earliest of several codes, and none that is stopped, too late, or no early sale.
  expect(presaleOf(code({ valid_from: usual }), code())?.from).toBe(code().valid_from)
  expect(presaleOf(code({ stopped: true }))).toBeUndefined()
  expect(presaleOf(code({ valid_from: late }))).toBeUndefined()
  expect(presaleOf(code({ presale: false }))).toBeUndefined()
  const until = '2026-11-13T03:00:00.000Z'
  expect(presaleOf(code({ valid_until: until }))).toMatchObject({ until })
})

it('a ticket with 公式リセール is shown with a seat that was given back', () => {
  const resale = salePhasesOf(own({ resale_until: '2026-11-20T00:00:00.000Z' }), [], NOW).find(
    ({ name }) => name === 'resale',
  )
  expect(resale).toMatchObject({ ticket: { resale: true, remaining: 1 } })
})

it('a lottery is shown in each of its phases, to winners with their deadline', () => {
  const phases = salePhasesOf(own({ lottery }), [], NOW)
  expect(phases.map(({ name }) => name)).toEqual([
    ...['planned', 'open', 'drawing', 'won', 'lost', 'ended', 'over'],
  ])
  const won = phases.find(({ name }) => name === 'won')
  expect(won?.application).toMatchObject({ state: 'won', until: '2026-11-19T03:00:00.000Z' })
})

it('what a lottery leaves is shown on sale after its end, if the owner sells it', () => {
  const phases = salePhasesOf(own({ lottery: { ...lottery, then_sold: true } }), [], NOW)
  expect(phases.find(({ name }) => name === 'onSale')).toMatchObject({ from: lottery.ends_at })
  expect(phases.some(({ name }) => name === 'early' || name === 'ended')).toBe(false)
})
