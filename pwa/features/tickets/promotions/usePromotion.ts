import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { RequestError } from '#contract/http/caller.ts'
import { promotions, type UsableCode } from '#contract/promotions/calls.ts'
import { CODE_UNKNOWN } from '#contract/promotions/messages.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { keptCode } from './kept-code.ts'

interface State {
  /** The code that is used; null: none. */
  code: UsableCode | null
  error: string | null
  busy: boolean
}
const NONE: State = { code: null, error: null, busy: false }

/** The code of a buyer, as typed or brought by a link, and what the server says of it. */
export function usePromotion({ id, takes_code, held, is_owner }: TicketOnSale) {
  const call = useCall()
  const { hash } = useLocation()
  const isMember = useSessionState().at === 'member'
  const [typed, setTyped] = useState('')
  const [isBrought, setBrought] = useState(false)
  const [state, setState] = useState(NONE)

  async function use(code: string) {
    keptCode.keep(id, code)
    setState({ ...NONE, busy: true })
    try {
      const found = await call(promotions.readCode, { params: { id }, body: { code } })
      setState({ ...NONE, code: found })
    } catch (error) {
      const message = error instanceof Error ? error.message : RETRY_LATER
      const ofField = error instanceof RequestError ? error.errors.code?.[0] : undefined
      setState({ ...NONE, error: ofField ?? message })
    }
  }

  // Not in the first render, which must be that of the server.
  const take = useEffectEvent((ticketId: string, from: string, mayAsk: boolean) => {
    if (!takes_code || held || is_owner) return
    const brought = keptCode.take(ticketId, from)
    if (brought === null) return
    setTyped(brought)
    setBrought(true)
    if (mayAsk) void use(brought)
  })
  useEffect(() => take(id, hash, isMember), [id, hash, isMember])

  return {
    ...state,
    typed,
    /** The code came with a link, or was typed before a login. */
    isBrought,
    isMember,
    /** Whether the ticket takes codes at all. */
    isTaken: takes_code,
    type(text: string) {
      setTyped(text)
      setState((before) => ({ ...before, error: null }))
    },
    /** Asks for the typed code; a visitor's is kept over the login. */
    submit() {
      if (typed.trim() === '') setState({ ...NONE, error: CODE_UNKNOWN })
      else if (isMember) void use(typed)
      else keptCode.keep(id, typed)
    },
    remove() {
      keptCode.clear(id)
      setTyped('')
      setState(NONE)
    },
  }
}
export type PromotionInUse = ReturnType<typeof usePromotion>
