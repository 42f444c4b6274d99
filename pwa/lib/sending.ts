import { useState } from 'react'
import { Refused } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'

/** What was written here and is not yet, or not at all, on the server. */
export interface Pending {
  client_id: string
  text: string
  created_at: string
  /** `refused`: for what it says; sent again it would be refused again. */
  state: 'sending' | 'failed' | 'refused'
  /** Until when the server takes nothing more from this person: milliseconds of `performance.now()`; 0 where it may. */
  waitUntil: number
}

/** Any 128 bits do: they name one message, so that sent twice it is said once. */
const newClientId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * Names what is written by its words: sent again because an answer was lost they keep their name, and what was mended
 * is another message. `arrived`: the same words again are meant again.
 */
export function createNaming() {
  let last: { words: string; id: string } | null = null
  return {
    idOf(said: object) {
      const words = JSON.stringify(said)
      if (last?.words !== words) last = { words, id: newClientId() }
      return last.id
    },
    arrived() {
      last = null
    },
  }
}
export type Naming = ReturnType<typeof createNaming>

interface Sending {
  send: (text: string, clientId: string) => Promise<unknown>
  /** In words for the person. */
  onFailed: (why: string) => void
}

/** Shows a message at once, sends it, and keeps it for another try where that failed. */
export function useSending({ send, onFailed }: Sending) {
  const [pending, setPending] = useState<Pending[]>([])
  const [posted, setPosted] = useState(0)
  const remove = (id: string) =>
    setPending((known) => known.filter(({ client_id }) => client_id !== id))
  const mark = (id: string, state: Pending['state'], waitUntil = 0) =>
    setPending((known) =>
      known.map((one) => (one.client_id === id ? { ...one, state, waitUntil } : one)),
    )

  async function attempt({ client_id, text }: Pending) {
    try {
      await send(text, client_id)
      remove(client_id)
    } catch (error) {
      mark(client_id, isFinal(error) ? 'refused' : 'failed', waitUntilOf(error))
      onFailed(wordsOf(error))
    }
  }

  return {
    pending,
    /** How often something was written here. */
    posted,
    post(text: string) {
      const created_at = new Date().toISOString()
      const client_id = newClientId()
      const fresh: Pending = { client_id, text, created_at, state: 'sending', waitUntil: 0 }
      setPending((known) => [...known, fresh])
      setPosted((times) => times + 1)
      void attempt(fresh)
    },
    resend(failed: Pending) {
      mark(failed.client_id, 'sending')
      void attempt(failed)
    },
    discard: ({ client_id }: Pending) => remove(client_id),
  }
}

const isFinal = (error: unknown) => error instanceof Refused && error.status === 422

/** One who spoke too fast is told when they may again. */
const waitUntilOf = (error: unknown) =>
  error instanceof Refused && error.status === 429 && error.retryAfterMs !== null
    ? performance.now() + error.retryAfterMs
    : 0

/** The server's words where it refused; what failed otherwise may go better later. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Refused) || error.status >= 500) return RETRY_LATER
  return Object.values(error.errors)[0]?.[0] ?? error.message
}
