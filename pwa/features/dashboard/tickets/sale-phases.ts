import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import type { LotteryApplication, LotterySale } from '#contract/lottery/calls.ts'
import type { OwnPromotion } from '#contract/promotions/calls.ts'
import type { OwnDigitalTicket, TicketOnSale } from '#contract/tickets/calls.ts'
import { typeSalesStart } from '#contract/tickets/ticket-type.ts'
import { withPresales } from '#pwa/features/tickets/promotions/code-prices.ts'

/** One of the situations in which fans see a ticket, invented for its owner. */
export interface SalePhase {
  name: string
  label: string
  /** When it begins; empty: it has begun. */
  from: string
  /** When it ends: it is not shown after that. */
  until: string
  ticket: TicketOnSale
  /** The fan's part in the lottery. */
  application?: LotteryApplication
  /** The fan's part in the waiting list; undefined: the ticket is not sold out. */
  wait?: { state: 'none' | 'offered'; until: string | null }
}

/** With so many places left, of each type at most its own. */
function withPlaces(ticket: TicketOnSale, remaining: number): TicketOnSale {
  const types = ticket.types.map((type) => ({
    ...type,
    remaining: Math.min(remaining, type.capacity ?? remaining),
    refused: null,
    resale: false,
  }))
  return { ...ticket, remaining, types, resale: false }
}

/** The next seat, of each type, was given back. */
const withLentSeat = (ticket: TicketOnSale): TicketOnSale => ({
  ...ticket,
  resale: true,
  types: ticket.types.map((type) => ({ ...type, resale: true })),
})

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** The first moment at which something of it is sold to whoever comes first; empty: at once. */
function saleStart({ types, amount, valid_until, lottery }: TicketOnSale): string {
  const sold = types.length > 0 ? types : [{ amount, sales_from: null }]
  const starts = sold.map((type) => typeSalesStart(type, { valid_until }) ?? '')
  const [first = ''] = starts.toSorted()
  return lottery && lottery.ends_at > first ? lottery.ends_at : first
}

function applied(
  state: LotteryApplication['state'],
  { types }: TicketOnSale,
  until: string | null = null,
): LotteryApplication {
  const [first] = types.filter(({ closed }) => !closed)
  return {
    ...{ state, until, public_id: null, contribution: null, group: [], invite: null },
    ...{ choices: first ? [first.id] : [], invited_by: null, can: { apply: state === 'none' } },
    type: state === 'won' && first ? first.id : null,
  }
}

function lotteryPhases(ticket: TicketOnSale, sale: LotterySale): SalePhase[] {
  const { opens_at, closes_at, announced_at, ends_at, buy_days } = sale
  const deadline = later(announced_at, buy_days * DAY_MS)
  const until = deadline < ends_at ? deadline : ends_at
  const told = { from: announced_at, until: ends_at, ticket }
  return [
    { name: 'planned', label: '抽選の受付前', from: '', until: opens_at, ticket },
    {
      ...{ name: 'open', label: '抽選の受付中', from: opens_at, until: closes_at, ticket },
      application: applied('none', ticket),
    },
    {
      ...{ name: 'drawing', label: '結果の発表を待つあいだ', ticket },
      ...{ from: closes_at, until: announced_at, application: applied('applied', ticket) },
    },
    { ...told, name: 'won', label: '当選した方', application: applied('won', ticket, until) },
    { ...told, name: 'lost', label: '落選した方', application: applied('lost', ticket) },
  ]
}

export type Presale = Pick<
  OwnPromotion,
  'percent' | 'yen_off' | 'presale' | 'valid_from' | 'valid_until' | 'types' | 'stopped'
>

/** 先行: what the owner of the earliest code sees before all of its types are sold to anybody. */
function presalePhase(ticket: TicketOnSale, codes: readonly Presale[]): SalePhase | null {
  const [first] = codes
    .filter(({ presale, stopped }) => presale && !stopped)
    .toSorted((a, b) => ((a.valid_from ?? '') < (b.valid_from ?? '') ? -1 : 1))
  if (!first) return null
  const opened = withPresales(ticket, { ...first, code: '', left: null })
  const startOf = (type: TicketOnSale['types'][number]) => typeSalesStart(type, ticket) ?? ''
  const moved = ticket.types.flatMap((type, n) => {
    const early = opened.types[n]
    return early && startOf(early) < startOf(type)
      ? { from: startOf(early), to: startOf(type) }
      : []
  })
  const [from] = moved.map((type) => type.from).toSorted()
  const all = moved
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (from === undefined || all === undefined) return null
  const until = first.valid_until !== null && first.valid_until < all ? first.valid_until : all
  return { name: 'presale', label: '先行のコードをお持ちの方', from, until, ticket: opened }
}

/** Sold to whoever comes first. */
function openSalePhases(ticket: TicketOnSale, codes: readonly Presale[], now: string): SalePhase[] {
  const from = saleStart(ticket)
  const { lottery, starts_at, valid_until, resale_until, offer_hours } = ticket
  const during = { from, until: starts_at }
  const soldOut = { ...during, ticket: withPlaces(ticket, 0) }
  const offered = later(from > now ? from : now, offer_hours * HOUR_MS)
  const phases: SalePhase[] = [{ ...during, name: 'onSale', label: '販売中', ticket }]
  const presale = presalePhase(ticket, codes)
  if (presale) phases.unshift(presale)
  if (!lottery) phases.unshift({ name: 'early', label: '販売前', from: '', until: from, ticket })
  phases.push(
    { ...soldOut, name: 'full', label: '満席', wait: { state: 'none', until: null } },
    {
      ...{ ...soldOut, name: 'offered', label: 'キャンセル待ちの順番が来た方' },
      wait: { state: 'offered', until: offered },
    },
  )
  if (resale_until !== null)
    phases.push({
      ...{ name: 'resale', label: '公式リセールのお席があるとき', from, until: resale_until },
      ticket: withLentSeat(withPlaces(ticket, 1)),
    })
  const held = { ...ticket, held: true }
  return [...phases, { name: 'held', label: '購入した方', from, until: valid_until, ticket: held }]
}

/**
 * What fans see of a ticket, and with its codes, from now on, in the order of time. The moment to look at a phase is `from`
 * or now, whichever is later.
 */
export function salePhasesOf(
  own: OwnDigitalTicket,
  codes: readonly Presale[],
  now: string,
): SalePhase[] {
  const seen = withPlaces({ ...own, is_owner: false, works_door: false, held: false }, own.capacity)
  const { lottery, starts_at, valid_until } = seen
  const phases = lottery ? lotteryPhases(seen, lottery) : []
  if (!lottery || lottery.then_sold) phases.push(...openSalePhases(seen, codes, now))
  else
    phases.push({
      name: 'ended',
      label: '抽選販売のあと',
      from: lottery.ends_at,
      until: starts_at,
      ticket: seen,
    })
  phases.push({
    name: 'over',
    label: '開演のあと',
    from: starts_at,
    until: valid_until,
    ticket: seen,
  })
  return phases.filter(({ from, until }) => until > now && from < until)
}
