import { AOI_EVENTS } from './aoi-events.ts'
import { ARTS_EVENTS } from './arts-events.ts'
import type { DemoEventPlan } from './event-plan.ts'
import { EVERYDAY_EVENTS } from './everyday-events.ts'
import { ROOM_PLANS } from './room-plans.ts'

const BY_ROOM: Record<string, DemoEventPlan[]> = {
  aoi: AOI_EVENTS,
  ...ARTS_EVENTS,
  ...EVERYDAY_EVENTS,
}

export const EVENT_PLANS = ROOM_PLANS.flatMap(({ owner }) => BY_ROOM[owner] ?? [])
