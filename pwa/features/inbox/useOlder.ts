import { useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '#contract/http/caller.ts'
import type { Returned } from '#contract/http/types.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { recordError } from '#pwa/lib/api/last-error.ts'
import { begin, withNewest, withOlder } from './message-pages.ts'

type Opened = Returned<typeof inbox.getConversation>

/** Older messages: whether there are any, and how to load them. */
export interface Older {
  more: boolean
  busy: boolean
  /** The error message. */
  error: string | null
  load: () => Promise<void>
}

/** All loaded messages of a conversation: live updates at the end, older ones page by page. */
export function useOlder(newest: Opened): { messages: Opened['messages']; older: Older } {
  const call = useCall()
  const [known, setKnown] = useState(() => begin(newest))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (known.newest !== newest) setKnown(withNewest(known, newest))
  const { messages, more } = known

  async function load() {
    const first = messages[0]
    if (busy || !more || !first) return
    setBusy(true)
    setError(null)
    try {
      const input = { params: { id: newest.id }, query: { point: first.id } }
      const page = await call(inbox.getConversation, input)
      keepingPlace(first.id, () => setKnown((now) => withOlder(now, first.id, page)))
    } catch (failure) {
      recordError(failure)
      setError(failure instanceof RequestError ? failure.message : UNREACHABLE)
    } finally {
      setBusy(false)
    }
  }
  return { messages, older: { more, busy, error, load } }
}

/**
 * Applies a change above a message and keeps that message's screen position, as not all browsers anchor scrolling.
 */
function keepingPlace(id: string, change: () => void) {
  const line = document.querySelector(`[data-message="${CSS.escape(id)}"]`)
  const top = () => line?.getBoundingClientRect().top ?? 0
  const was = top()
  flushSync(change)
  scrollBy({ top: top() - was, behavior: 'instant' })
}
