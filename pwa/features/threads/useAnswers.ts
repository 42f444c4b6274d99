import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '#pwa/lib/api/session.tsx'
import type { OutboxItem, ThreadAction } from '#pwa/lib/device.ts'
import { sendThreadAction } from '#pwa/lib/offline/thread-actions.ts'
import { useOutbox } from '#pwa/lib/useOutbox.ts'

export type WaitingAnswer = OutboxItem & { work: ThreadAction }

const isOf =
  (thread: string) =>
  (waiting: OutboxItem): waiting is WaitingAnswer =>
    waiting.work.what !== 'tear' && waiting.work.thread === thread

/**
 * The user's comments and reactions to a thread that the server has not received: shown at once, queued in the
 * outbox, sent in order.
 */
export function useAnswers(thread: string) {
  const { call } = useSession()
  const client = useQueryClient()
  const known = useOutbox()
  return {
    waiting: known?.waiting.filter(isOf(thread)) ?? [],
    /** Without a working outbox it is sent at once, or fails. */
    async submit(work: ThreadAction) {
      const queued = await known?.outbox?.add(work).then(
        () => true,
        () => false,
      )
      if (!queued) await sendThreadAction(crypto.randomUUID(), work, call, client)
    },
    drop: (id: string) => known?.outbox?.remove(id),
  }
}
