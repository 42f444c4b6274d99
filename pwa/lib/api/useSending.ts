import { useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { type DraftKind, formDraft } from '../forms/form-drafts.ts'
import { safeSessionStorage } from '../safe-storage.ts'
import { createStore, type Store, useStore } from '../store.ts'
import { useSession, useUser } from './session.tsx'
import type { Session } from './user-session.ts'

/** A message that the server has not stored. `more`: what is sent along with its text. */
export interface Pending<M = void> {
  client_id: string
  text: string
  more: M
  created_at: string
  /** `refused`: invalid content, for which a retry is useless. */
  state: 'sending' | 'failed' | 'refused'
  /** The end of a rate limit, in milliseconds of `performance.now()`; 0 without one. */
  waitUntil: number
}

/** A random 128-bit idempotency key of a message. */
const newClientId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * Idempotency keys by text: a retry of the same text reuses its key, an edited text gets another. After `arrived` the
 * same text is a new message. The key is stored beside the form's draft, as a text that survived a reload may have
 * reached the server before.
 */
export function createNaming(form: string) {
  const key = `room.clientId.${form}`
  /** Id and text. Also here, as the storage may be blocked. */
  let last = safeSessionStorage.read(key) ?? ''
  return {
    idOf(input: object) {
      const json = JSON.stringify(input)
      if (!last.endsWith(` ${json}`)) last = `${newClientId()} ${json}`
      safeSessionStorage.write(key, last)
      return last.slice(0, last.indexOf(' '))
    },
    arrived() {
      last = ''
      safeSessionStorage.remove(key)
    },
  }
}

type Unstored = Pending<unknown>[]
/** By session and form, so that a message stays known while it is sent, also when its page is left and opened again. */
const lists = new WeakMap<Session, Map<string, Store<Unstored>>>()
const FAILED = { state: 'failed', waitUntil: 0 } as const

/**
 * The messages that the server has not stored. Kept as a form's draft is, as their text stands nowhere else. One that was
 * on its way at a reload may have arrived: sent again, it is the same message (54).
 */
function usePending<M>({ kind, id }: Sending<M>['draft']) {
  const session = useSession()
  const user = useUser()?.id ?? 'guest'
  const [{ list, copy }] = useState(() => {
    const draft = formDraft<{ pending: Unstored }>(kind, user, id)
    const known = lists.get(session) ?? new Map<string, Store<Unstored>>()
    lists.set(session, known)
    const kept = known.get(draft.key) ?? createStore((draft.read().pending ?? []).map(unsent))
    known.set(draft.key, kept)
    return { list: kept, copy: draft }
  })
  function change(next: (known: Pending<M>[]) => Pending<M>[]) {
    // Written below, by the same form.
    list.set(next(list.get() as Pending<M>[]))
    if (list.get().length > 0) copy.write({ pending: list.get() })
    else copy.remove()
  }
  return [useStore(list) as Pending<M>[], change] as const
}

const unsent = (one: Pending<unknown>): Pending<unknown> =>
  one.state === 'refused' ? one : { ...one, ...FAILED }

interface Sending<M> {
  /** The kind of form, and the id of its conversation or event. */
  draft: { kind: DraftKind; id: string }
  send: (text: string, clientId: string, more: M) => Promise<unknown>
  /** Called with the error message for the user. */
  onFailed: (why: string) => void
}

/** Sends messages: shown optimistically, and kept for a retry after a failure. */
export function useSending<M = void>({ draft, send, onFailed }: Sending<M>) {
  const [pending, setPending] = usePending<M>(draft)
  const [posted, setPosted] = useState(0)
  const remove = (id: string) =>
    setPending((known) => known.filter(({ client_id }) => client_id !== id))
  const mark = (id: string, state: Pending<M>['state'], waitUntil = 0) =>
    setPending((known) =>
      known.map((one) => (one.client_id === id ? { ...one, state, waitUntil } : one)),
    )

  async function attempt({ client_id, text, more }: Pending<M>) {
    try {
      await send(text, client_id, more)
      remove(client_id)
    } catch (error) {
      mark(client_id, isFinal(error) ? 'refused' : 'failed', waitUntilOf(error))
      onFailed(errorMessage(error))
    }
  }

  return {
    pending,
    /** The number of messages sent from here. */
    posted,
    post(text: string, more: M) {
      const created_at = new Date().toISOString()
      const client_id = newClientId()
      const fresh: Pending<M> = {
        ...{ client_id, text, more, created_at },
        ...{ state: 'sending', waitUntil: 0 },
      }
      setPending((known) => [...known, fresh])
      setPosted((times) => times + 1)
      void attempt(fresh)
    },
    resend(failed: Pending<M>) {
      mark(failed.client_id, 'sending')
      void attempt(failed)
    },
    discard: ({ client_id }: Pending<M>) => remove(client_id),
  }
}

const isFinal = (error: unknown) => error instanceof RequestError && error.status === 422

/** The end of the waiting time of a 429; 0 for other errors. */
const waitUntilOf = (error: unknown) =>
  error instanceof RequestError && error.status === 429 && error.retryAfterMs !== null
    ? performance.now() + error.retryAfterMs
    : 0

/** The server's message for a refusal; otherwise that a later retry may succeed. */
function errorMessage(error: unknown): string {
  if (!(error instanceof RequestError) || error.status >= 500) return RETRY_LATER
  return Object.values(error.errors)[0]?.[0] ?? error.message
}
