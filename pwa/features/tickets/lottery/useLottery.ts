import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type LotterySale, lottery } from '#contract/lottery/calls.ts'
import { type LotteryPhase, lotteryPhaseAt } from '#contract/lottery/phase.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { serverMsOf, serverTimeOf } from '#pwa/lib/clock/server-time.ts'
import { useNow } from '#pwa/lib/now.tsx'

/** The search parameter of an invitation to a group. */
export const INVITE = 'group'
/** Everybody looks at the minute of the results: their requests are spread over so long. */
const SPREAD_MS = 2_000
/** Longest time of a timer; longer ones end at once. */
const TIMER_MAX_MS = 2_147_483_647
/** While the minute has come by the device's clock, and the server's result is not there. */
const POLL_MS = 5_000

const NEXT: Record<LotteryPhase, keyof LotterySale | null> = {
  planned: 'opens_at',
  open: 'closes_at',
  closed: 'announced_at',
  told: 'ends_at',
  over: null,
}

/** Where a lottery stands, to the second. */
export function useLotteryPhase(sale: LotterySale): LotteryPhase {
  const now = useNow()
  const [exact, setExact] = useState('')
  const phase = lotteryPhaseAt(sale, exact > now ? exact : now)
  const name = NEXT[phase]
  const next = name === null ? null : String(sale[name])
  useEffect(() => {
    const left = next === null ? Number.NaN : Date.parse(next) - serverMsOf(Date.now())
    if (!(left < TIMER_MAX_MS)) return
    const wait = Math.max(0, left) + Math.random() * SPREAD_MS
    const timer = setTimeout(() => setExact(serverTimeOf(Date.now())), wait)
    return () => clearTimeout(timer)
  }, [next])
  return phase
}

/** What is published of a ticket's lottery. */
export function useDraw({ id, room }: TicketOnSale, phase: LotteryPhase) {
  const isDue = phase === 'told' || phase === 'over'
  const [isTold, setIsTold] = useState(false)
  const draw = useLoad(
    lottery.getLottery,
    { params: { roomid: room.id, id } },
    { refetchInterval: isDue && !isTold ? POLL_MS : false },
  )
  const told = draw.data?.told ?? false
  useEffect(() => setIsTold(told), [told])
  return draw
}

/** The viewer's application; undefined for a visitor, and until it is known, or if it could not be read. */
export function useApplication({ id }: TicketOnSale, phase: LotteryPhase) {
  const { at } = useSessionState()
  const [search] = useSearchParams()
  const invite = search.get(INVITE)
  const [isWaiting, setIsWaiting] = useState(false)
  const application = useLoad(
    lottery.getApplication,
    { params: { id }, query: { ...(invite && { invite }) } },
    { enabled: at === 'member', refetchInterval: isWaiting ? POLL_MS : false },
  )
  const waits = phase === 'told' && application.data?.state === 'applied'
  useEffect(() => setIsWaiting(waits), [waits])
  const { error: failure, refetch } = application
  return {
    application: at === 'member' ? application.data : undefined,
    failure,
    retry: () => void refetch(),
    invite,
  }
}
