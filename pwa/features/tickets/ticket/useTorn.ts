import type { Outbox, OutboxItem } from '#pwa/lib/device.ts'
import { useOutbox } from '#pwa/lib/useOutbox.ts'

interface Torn {
  outbox: Outbox | null
  waiting: OutboxItem | null
}

/** A tearing of this ticket in the outbox, pending or refused; null until the outbox is read. */
export function useTorn(issuedId: string): Torn | null {
  const known = useOutbox()
  if (!known) return null
  const isMine = ({ work }: OutboxItem) => work.what === 'tear' && work.ticket === issuedId
  return { outbox: known.outbox, waiting: known.waiting.find(isMine) ?? null }
}
