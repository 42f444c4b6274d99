import { useEffect, useState } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { useSession } from './api/session.tsx'
import type { Cached } from './device.ts'

/** Rooms that this device can show offline, most recently visited first. */
export function useVisitedRooms(): Cached<Room>[] {
  const { device } = useSession()
  const [rooms, setRooms] = useState<Cached<Room>[]>([])
  useEffect(() => {
    let here = true
    const find = async () => {
      const visited = await (await device.offlineStore())?.visitedRooms()
      if (here && visited) setRooms(visited)
    }
    find().catch(console.warn)
    return () => {
      here = false
    }
  }, [device])
  return rooms
}
