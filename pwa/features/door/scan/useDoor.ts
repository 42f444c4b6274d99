import { useEffect, useState } from 'react'
import { GATE_SYNC_MS } from '#contract/door/limits.ts'
import { type Door, openDoor } from '../gate/door.ts'
import { lockOf } from '../gate/gate-store.ts'

export type DoorAt =
  | { at: 'opening' }
  /** The gate is open in another tab of this browser. Two tabs would not see each other's admissions. */
  | { at: 'elsewhere' }
  | { at: 'gone' }
  /** The browser lacks an API that the gate needs. */
  | { at: 'unable' }
  | { at: 'open'; door: Door }

/** Opens a gate of this phone under a lock, so that only one tab works at it, and syncs it periodically. */
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
      const stop = startSync(door)
      await leave.promise
      stop()
    }
    const hold = async (lock: Lock | null) => {
      if (!isHere) return
      if (lock) await open()
      else setState({ at: 'elsewhere' })
    }
    navigator.locks.request(lockOf(id), { ifAvailable: true }, hold).catch((error: unknown) => {
      console.warn(error)
      if (isHere) setState({ at: 'unable' })
    })
    return () => {
      isHere = false
      leave.resolve()
    }
  }, [id])
  return state
}

const SOON_MS = 1_000

function startSync(door: Door): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  /** A sync is scheduled soon, or running. */
  let isSoon = false
  const again = async () => {
    clearTimeout(timer)
    isSoon = true
    await door.sync()
    isSoon = false
    const { unsent, online } = door.state.get()
    if (!isOver) timer = setTimeout(again, online && unsent > 0 ? SOON_MS : GATE_SYNC_MS)
  }
  const now = () => void again()
  // New entries are uploaded soon while the gate is online.
  const unsubscribe = door.state.subscribe(() => {
    const { unsent, online } = door.state.get()
    if (unsent === 0 || !online || isSoon) return
    isSoon = true
    clearTimeout(timer)
    timer = setTimeout(again, SOON_MS)
  })
  window.addEventListener('online', now)
  window.addEventListener('offline', door.lose)
  now()
  return () => {
    isOver = true
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', door.lose)
  }
}
