import { AOI_THREADS } from './aoi-threads.ts'
import { ARTS_THREADS } from './arts-threads.ts'
import { EVERYDAY_THREADS } from './everyday-threads.ts'
import { ROOM_PLANS } from './room-plans.ts'
import type { RoomThread, ThreadPlan } from './thread-plan.ts'

const BY_ROOM: Record<string, RoomThread[]> = {
  aoi: AOI_THREADS,
  ...ARTS_THREADS,
  ...EVERYDAY_THREADS,
}

export const THREAD_PLANS = ROOM_PLANS.flatMap(({ owner: room }) =>
  (BY_ROOM[room] ?? []).map((thread): ThreadPlan => ({ room, ...thread })),
)
