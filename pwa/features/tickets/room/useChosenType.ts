import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { safeSessionStorage } from '#pwa/lib/safe-storage.ts'

const keyOf = (ticketId: string) => `room.type.${ticketId}`

/** The chosen type, which survives a login, also on another device, and a reload. */
export function useChosenType({ id, types }: TicketOnSale) {
  const [chosen, setChosen] = useState<string | null>(null)
  const carried = useSearchParams()[0].get('type')
  // Not in the first render, which must be that of the server.
  useEffect(() => {
    if (carried) safeSessionStorage.write(keyOf(id), carried)
    setChosen(safeSessionStorage.read(keyOf(id)))
  }, [id, carried])
  return {
    chosen: types.find((type) => type.id === chosen) ?? null,
    choose(type: TicketType) {
      safeSessionStorage.write(keyOf(id), type.id)
      setChosen(type.id)
    },
  }
}
