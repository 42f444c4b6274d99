import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from '#contract/caller.ts'
import { RETRY_LATER } from '#contract/messages.ts'
import { posting } from '#contract/posting.ts'
import { type Thread, threads } from '#contract/threads/calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { recordError } from '#pwa/lib/api/errors.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { uploadFile } from '#pwa/lib/api/upload.ts'
import { formDraft } from '#pwa/lib/forms/form-drafts.ts'
import {
  changedFiles,
  type Files,
  isThreadFormComplete,
  savedFiles,
  savedTexts,
  type ThreadTexts,
  withTemporary,
} from './thread-form.ts'

/** The upload progress; `waiting`: offline, continues automatically. */
export interface Sending {
  sent: number
  total: number
  waiting: boolean
}

interface Edited {
  room: string
  /** Null for a new thread. */
  thread: Thread | null
  onDone: (thread: Thread) => void
}

const same = (a: ThreadTexts, b: ThreadTexts) => a.title === b.title && a.text === b.text

/** The editor state of a thread: the input is kept until it is posted or discarded. */
export function useThreadEditor({ room, thread, onDone }: Edited) {
  const call = useCall()
  const client = useQueryClient()
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<ThreadTexts>('thread', user, thread?.id ?? `new.${room}`))
  const [saved] = useState(() => ({ texts: savedTexts(thread), files: savedFiles(thread) }))
  const [begun] = useState(() => withTemporary(saved.texts, copy.read()))
  const [texts, setTexts] = useState(begun)
  const [files, setFiles] = useState(saved.files)
  const [sending, setSending] = useState<Sending | null>(null)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [message, setMessage] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  const key = useRef<string | null>(null)
  /** The ids of uploaded files: a retry does not upload them again. */
  const arrived = useRef(new Map<Blob, string>())

  useEffect(() => {
    if (same(texts, saved.texts)) copy.remove()
    else copy.write(texts)
  }, [copy, texts, saved])
  useEffect(() => () => stop.current?.abort(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another thread.
  useEffect(() => {
    key.current = null
  }, [texts, files])

  function letGo() {
    for (const id of arrived.current.values())
      call(uploads.dropUpload, { params: { id } }).catch(console.info)
    arrived.current.clear()
  }

  /** The form data, with upload ids in place of the files. */
  async function bodyOf(signal: AbortSignal) {
    const body = new FormData()
    body.set('title', texts.title)
    body.set('text', texts.text)
    const changed = changedFiles(saved.files, files)
    const total = changed.reduce((sum, [, file]) => sum + (file?.size ?? 0), 0)
    let before = 0
    for (const [field, file] of changed) {
      const onProgress = (sent: number, waiting: boolean) =>
        setSending({ sent: before + sent, total, waiting })
      onProgress(0, false)
      let id = file ? arrived.current.get(file) : ''
      if (file && id === undefined) {
        id = await uploadFile(call, file, { signal, onProgress })
        arrived.current.set(file, id)
      }
      body.set(field, id ?? '')
      before += file?.size ?? 0
    }
    setSending({ sent: total, total, waiting: false })
    return body
  }

  async function send() {
    if (sending) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setSending({ sent: 0, total: 0, waiting: false })
    setErrors({})
    setMessage(null)
    try {
      const body = await bodyOf(signal)
      key.current ??= crypto.randomUUID()
      const options = { signal, idempotencyKey: key.current }
      const done = thread
        ? await call(
            posting.changeThread,
            { params: { roomid: room, threadid: thread.id }, body },
            options,
          )
        : await call(posting.createThread, { params: { roomid: room }, body }, options)
      copy.remove()
      arrived.current.clear()
      for (const stale of [threads.listThreads, threads.getThread])
        void client.invalidateQueries({ queryKey: keyOf(stale) })
      onDone(done)
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      recordError(error)
      if (error instanceof RequestError) letGo()
      setErrors(error instanceof RequestError ? error.errors : {})
      setMessage(error instanceof Error ? error.message : RETRY_LATER)
    } finally {
      setSending(null)
    }
  }

  return {
    texts,
    files,
    sending,
    message,
    setTexts: (change: Partial<ThreadTexts>) => setTexts({ ...texts, ...change }),
    setFiles: (change: Partial<Files>) => setFiles((now) => ({ ...now, ...change })),
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
    fail: (name: string, message: string | null) =>
      setErrors(({ [name]: _, ...rest }) => (message ? { ...rest, [name]: [message] } : rest)),
    complete: isThreadFormComplete(texts, files),
    changed: !same(texts, saved.texts) || changedFiles(saved.files, files).length > 0,
    /** The form was restored from a draft. */
    resumed: !same(begun, saved.texts),
    send: () => void send(),
    discard() {
      stop.current?.abort()
      copy.remove()
      letGo()
    },
  }
}
export type ThreadEditor = ReturnType<typeof useThreadEditor>
