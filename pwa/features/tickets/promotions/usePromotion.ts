import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { RequestError } from '#contract/http/caller.ts'
import { promotions, type UsableCode } from '#contract/promotions/calls.ts'
import { CODE_UNKNOWN } from '#contract/promotions/messages.ts'
import { isPromotionCode, normalCode } from '#contract/promotions/promotion-code.ts'
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

function messageOf(error: unknown): string {
  const ofField = error instanceof RequestError ? error.errors.code?.[0] : undefined
  return ofField ?? (error instanceof Error ? error.message : RETRY_LATER)
}

/** The code of a buyer, as typed or brought by a link, and what the server says of it. */
export function usePromotion({ id, takes_code, held, is_owner }: TicketOnSale) {
  const call = useCall()
  const { hash } = useLocation()
  const isMember = useSessionState().at === 'member'
  const [typed, setTyped] = useState('')
  const [isBrought, setBrought] = useState(false)
  const [state, setState] = useState(NONE)
  /** The code that the server was asked for last. */
  const requested = useRef<string | null>(null)

  async function use(code: string) {
    keptCode.keep(id, code)
    requested.current = code
    setState({ ...NONE, busy: true })
    const answer = await call(promotions.readCode, { params: { id }, body: { code } }).then(
      (found) => ({ ...NONE, code: found }),
      (error: unknown) => ({ ...NONE, error: messageOf(error) }),
    )
    // Each question for an unknown code counts: the next visit does not ask again.
    if (answer.error === CODE_UNKNOWN) keptCode.clear(id)
    setState(answer)
  }

  // Not in the first render, which must be that of the server.
  const take = useEffectEvent((ticketId: string, from: string, mayAsk: boolean) => {
    if (!takes_code || held || is_owner) return
    const brought = keptCode.take(ticketId, from)
    if (brought === null) return
    setTyped(brought)
    setBrought(true)
    if (mayAsk && brought !== requested.current) void use(brought)
  })
  useEffect(() => take(id, hash, isMember), [id, hash, isMember])

  const code = normalCode(typed)
  return {
    ...state,
    typed,
    /** The code for the page's link to another device. */
    carried: isPromotionCode(code) ? code : undefined,
    /** The code came with a link, or was typed before a login. */
    isBrought,
    isMember,
    /** Whether the ticket takes codes at all. */
    isTaken: takes_code,
    /** A visitor's code is kept over the login, with whichever button that begins. */
    type(text: string) {
      setTyped(text)
      setState((before) => ({ ...before, error: null }))
      if (isMember) return
      if (text.trim() === '') keptCode.clear(id)
      else keptCode.keep(id, text)
    },
    /** Asks for the typed code; after the login for a visitor's. */
    submit() {
      if (typed.trim() === '') setState({ ...NONE, error: CODE_UNKNOWN })
      else if (isMember) void use(typed)
    },
    remove() {
      keptCode.clear(id)
      requested.current = null
      setTyped('')
      setState(NONE)
    },
  }
}
export type PromotionInUse = ReturnType<typeof usePromotion>
