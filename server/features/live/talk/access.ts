import { whySilent } from '#contract/talk-voice.ts'
import {
  mayModerateEvent,
  maySpeak,
  mayWatch,
  type Seat,
  whyNotWatch,
} from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { forbidden } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

export type Seen = Awaited<ReturnType<typeof seeEvent>>

/** The event and the viewer's seat at it, or why it is refused. */
export function talkAccess({ read, clock }: Pick<Deps, 'read' | 'clock'>) {
  const see = (viewer: Viewer, id: string) => seeEvent(read, viewer, id, clock.now().toISOString())
  return {
    async watch(viewer: Viewer, id: string): Promise<Seen> {
      const seen = await see(viewer, id)
      if (!mayWatch(seen.seat)) throw forbidden(whyNotWatch(seen.seat))
      return seen
    },
    async moderate(viewer: Viewer, id: string): Promise<Seen> {
      const seen = await see(viewer, id)
      if (!mayModerateEvent(seen.seat)) throw forbidden()
      return seen
    },
  }
}
export type TalkAccess = ReturnType<typeof talkAccess>

/** For one who may watch: refuses, in words, where they may not speak. */
export function demandVoice(seat: Seat): void {
  if (maySpeak(seat)) return
  throw forbidden(whySilent(seat.event) ?? undefined)
}
