import { useEffect, useState } from 'react'
import { GATE_SYNC_MS } from '#contract/limits.ts'
import { type Door, openDoor } from './door.ts'

export type DoorAt =
  | { at: 'opening' }
  /** Another tab of this browser works at it: two would not know what the other lets in. */
  | { at: 'elsewhere' }
  | { at: 'gone' }
  | { at: 'open'; door: Door }

/** A gate of this phone, held by this tab alone; it tells the server now and then what it did. */
export function useDoor(id: string): DoorAt {
  const [state, setState] = useState<DoorAt>({ at: 'opening' })
  useEffect(() => {
    let isHere = true
    const leave = Promise.withResolvers<void>()
    const open = async () => {
      const door = await openDoor(id)
      if (!isHere) return
      setState(door ? { at: 'open', door } : { at: 'gone' })
      if (!door) return
      const stop = keepSyncing(door)
      await leave.promise
      stop()
    }
    void navigator.locks.request(`room.gate.${id}`, { ifAvailable: true }, async (lock) => {
      if (!isHere) return
      if (lock) await open()
      else setState({ at: 'elsewhere' })
    })
    return () => {
      isHere = false
      leave.resolve()
    }
  }, [id])
  return state
}

function keepSyncing(door: Door): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const again = async () => {
    clearTimeout(timer)
    await door.sync()
    if (!isOver) timer = setTimeout(again, GATE_SYNC_MS)
  }
  const now = () => void again()
  window.addEventListener('online', now)
  now()
  return () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('online', now)
  }
}
