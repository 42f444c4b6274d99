import { useQueryClient } from '@tanstack/react-query'
import { Refused } from '#contract/caller.ts'
import type { OutboxItem, ThreadAction } from '#pwa/lib/device.ts'
import { sendThreadAction } from '#pwa/lib/offline/thread-actions.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { useOutbox } from '#pwa/lib/useOutbox.ts'

export type WaitingAnswer = OutboxItem & { work: ThreadAction }

const isOf =
  (thread: string) =>
  (waiting: OutboxItem): waiting is WaitingAnswer =>
    waiting.work.what !== 'tear' && waiting.work.thread === thread

/**
 * What this device's user said of a thread, and the server has not heard of: it shows at once, waits for a network, and
 * is told in order.
 */
export function useAnswers(thread: string) {
  const { call } = useSession()
  const client = useQueryClient()
  const known = useOutbox()
  return {
    waiting: known?.waiting.filter(isOf(thread)) ?? [],
    /** Where nothing can be kept it goes at once, or not at all. */
    async say(work: ThreadAction) {
      const kept = await known?.outbox?.add(work).then(
        () => true,
        () => false,
      )
      if (!kept) await sendThreadAction(crypto.randomUUID(), work, call, client)
    },
    drop: (id: string) => known?.outbox?.remove(id),
  }
}

/** What to tell somebody of an answer that did not go. */
export const wordsOf = (error: unknown, otherwise: string) =>
  error instanceof Refused ? (Object.values(error.errors).flat()[0] ?? error.message) : otherwise
