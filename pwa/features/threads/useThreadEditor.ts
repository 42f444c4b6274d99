import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { type Thread, threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { recordError } from '#pwa/lib/api/last-error.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { formDraft } from '#pwa/lib/forms/form-drafts.ts'
import { type BegunThread, withShared } from './shared-thread.ts'
import {
  changedFiles,
  type Files,
  isThreadFormComplete,
  savedFiles,
  savedTexts,
  type ThreadTexts,
  withTemporary,
} from './thread-form.ts'
import { type Sending, ThreadUploads } from './thread-uploads.ts'

interface Edited {
  room: string
  /** Null for a new thread. */
  thread: Thread | null
  /** What a new thread begins with. */
  begun?: BegunThread
  onDone: (thread: Thread) => void
}

const same = (a: ThreadTexts, b: ThreadTexts) =>
  a.title === b.title && a.text === b.text && a.is_previewed === b.is_previewed

/** The texts and files of a thread; the texts are kept as a draft. */
function useContent({ room, thread, begun: shared }: Edited) {
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<ThreadTexts>('thread', user, thread?.id ?? `new.${room}`))
  const [saved] = useState(() => ({ texts: savedTexts(thread), files: savedFiles(thread) }))
  const [first] = useState(() => ({
    draft: withTemporary(saved.texts, copy.read()),
    images: [...(shared?.images ?? [])],
  }))
  const [begun] = useState(() => (shared ? withShared(first.draft, shared) : first.draft))
  const [texts, setTexts] = useState(begun)
  const [files, setFiles] = useState(saved.files)
  const [fitting, setFitting] = useState(0)
  useEffect(() => {
    if (same(texts, saved.texts)) copy.remove()
    else copy.write(texts)
  }, [copy, texts, saved])
  const newFiles = changedFiles(saved.files, files)
  return {
    copy,
    newFiles,
    texts,
    files,
    setTexts: (change: Partial<ThreadTexts>) => setTexts({ ...texts, ...change }),
    setFiles: (change: Partial<Files>) => setFiles((now) => ({ ...now, ...change })),
    /** Fills the free slots with pictures that are being made fit to be sent; what does not fit is left out. */
    async addImages(coming: Promise<File[]>) {
      setFitting((n) => n + 1)
      const left = [...(await coming)]
      setFiles((now) => ({
        ...now,
        images: now.images.map((image) => image ?? left.shift() ?? null),
      }))
      setFitting((n) => n - 1)
    },
    /** Pictures with which the thread begins, to be added once. */
    takeFirstImages: () => first.images.splice(0),
    isFitting: fitting > 0,
    changed: !same(texts, saved.texts) || newFiles.length > 0,
    /** The form was restored from a draft. */
    resumed: !same(first.draft, saved.texts),
  }
}

/** The errors of the form's fields, and the message of the last failure. */
function useFailure() {
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [message, setMessage] = useState<string | null>(null)
  return {
    message,
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
    /** Sets the error of a field, or removes it. */
    fail: (name: string, message: string | null) =>
      setErrors(({ [name]: _, ...rest }) => (message ? { ...rest, [name]: [message] } : rest)),
    clear() {
      setErrors({})
      setMessage(null)
    },
    show(error: unknown) {
      recordError(error)
      setErrors(error instanceof RequestError ? error.errors : {})
      setMessage(error instanceof Error ? error.message : RETRY_LATER)
    },
  }
}

type Call = ReturnType<typeof useCall>

/** Creates the thread, or changes the one that there is. */
function postThread(
  call: Call,
  { room, thread, body }: Pick<Edited, 'room' | 'thread'> & { body: FormData },
  options: { signal: AbortSignal; idempotencyKey: string },
): Promise<Thread> {
  if (!thread) return call(posting.createThread, { params: { roomid: room }, body }, options)
  const params = { roomid: room, threadid: thread.id }
  return call(posting.changeThread, { params, body }, options)
}

/** The editor state of a thread: the input is kept until it is posted or discarded. */
export function useThreadEditor(edited: Edited) {
  const { room, thread, onDone } = edited
  const call = useCall()
  const client = useQueryClient()
  const { copy, newFiles, ...content } = useContent(edited)
  const { clear, show, ...failure } = useFailure()
  const [uploads] = useState(() => new ThreadUploads(call))
  const [sending, setSending] = useState<Sending | null>(null)
  const stop = useRef<AbortController | null>(null)
  const key = useRef<string | null>(null)
  const { texts, files } = content

  useEffect(() => () => stop.current?.abort(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another thread.
  useEffect(() => {
    key.current = null
  }, [texts, files])

  async function post(signal: AbortSignal): Promise<Thread> {
    const body = await uploads.bodyOf(texts, newFiles, { signal, onProgress: setSending })
    key.current ??= crypto.randomUUID()
    const options = { signal, idempotencyKey: key.current }
    return postThread(call, { room, thread, body }, options)
  }

  async function send() {
    if (sending || content.isFitting) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setSending({ sent: 0, total: 0, waiting: false })
    clear()
    try {
      const done = await post(signal)
      copy.remove()
      uploads.forget()
      for (const stale of [threads.listThreads, threads.getThread])
        void client.invalidateQueries({ queryKey: keyOf(stale) })
      onDone(done)
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      if (error instanceof RequestError) uploads.drop()
      show(error)
    } finally {
      setSending(null)
    }
  }

  return {
    ...content,
    ...failure,
    sending,
    complete: isThreadFormComplete(texts, files) && !content.isFitting,
    send: () => void send(),
    discard() {
      stop.current?.abort()
      copy.remove()
      uploads.drop()
    },
  }
}
export type ThreadEditor = ReturnType<typeof useThreadEditor>
