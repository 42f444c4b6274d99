import { useEffect, useRef, useState } from 'react'
import { live } from '#contract/live/calls.ts'
import { REACTIONS_AT_ONCE, REACTIONS_EVERY_MS, REACTIONS_SHOWN_MS } from '#contract/live/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'

/** Sends the viewer's reactions: the first at once, the others together every two seconds. A lost one is not repeated. */
export function useReactions(id: string) {
  const call = useCall()
  const unsent = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOwnLit, setIsOwnLit] = useState(false)
  const ownTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = () => {
    const count = Math.min(unsent.current, REACTIONS_AT_ONCE)
    unsent.current = 0
    timer.current = undefined
    if (count === 0) return
    timer.current = setTimeout(flush, REACTIONS_EVERY_MS)
    call(live.reactToTalk, { params: { id }, query: { count } }).catch(() => {})
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      clearTimeout(ownTimer.current)
    },
    [],
  )
  return {
    /** The viewer's own window, which shows at once. */
    isOwnLit,
    react() {
      unsent.current++
      if (timer.current === undefined) flush()
      setIsOwnLit(true)
      clearTimeout(ownTimer.current)
      ownTimer.current = setTimeout(() => setIsOwnLit(false), REACTIONS_SHOWN_MS)
    },
  }
}
