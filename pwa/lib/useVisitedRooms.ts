import { useEffect, useState } from 'react'
import type { Room } from '#contract/rooms.ts'
import type { Kept } from './device.ts'
import { useSession } from './session.tsx'

/** Rooms that this device can show without a network, the last seen first. */
export function useVisitedRooms(): Kept<Room>[] {
  const { device } = useSession()
  const [rooms, setRooms] = useState<Kept<Room>[]>([])
  useEffect(() => {
    let here = true
    const find = async () => {
      const found = await (await device.keeper())?.seenRooms()
      if (here && found) setRooms(found)
    }
    find().catch(console.warn)
    return () => {
      here = false
    }
  }, [device])
  return rooms
}
