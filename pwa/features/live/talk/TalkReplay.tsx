import { useRef, useSyncExternalStore } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { postBlockedReason } from '#contract/live/post-blocked.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import type { ReplayClock } from './replay-clock.ts'
import { TalkLines } from './TalkLines.tsx'
import css from './TalkPanel.module.css'
import { TalkPinned } from './TalkPinned.tsx'
import { PastReactions } from './TalkReactions.tsx'
import { useReplay } from './useReplay.ts'

interface TalkReplayProps {
  event: Event
  clock: ReplayClock
  open: boolean
}

/** The talk as it was at the moment that the archive shows. */
export function TalkReplay(props: TalkReplayProps) {
  const { clock } = props
  const isKnown = useSyncExternalStore(clock.subscribe, () => typeof clock.get() === 'number')
  return isKnown ? <Replay {...props} /> : <Waiting />
}

const Waiting = () => (
  <div className={css.waiting}>
    <SkeletonRows count={6} />
  </div>
)

/** Nothing is written in a replay. */
const NOTHING_SENT = { pending: [], posted: 0, post() {}, resend() {}, discard() {} }

function Replay({ event, clock, open }: TalkReplayProps) {
  const replay = useReplay(event.id, clock)
  const isAway = useRef(false)
  const talk = {
    ...{ isAway, atStart: true, isLoadingOlder: false, hasFailedOlder: false },
    loadOlder: async () => [],
  }
  return (
    <>
      <TalkPinned event={event} pinned={replay.pinned} past />
      <div className={css.box}>
        <Loaded of={replay} skeleton={<Waiting />}>
          {(messages) => (
            <TalkLines
              event={event}
              talk={talk}
              messages={messages}
              sending={NOTHING_SENT}
              pinned={replay.pinned?.id}
              onReply={null}
              open={open}
            />
          )}
        </Loaded>
      </div>
      <div className={css.silent}>
        <PastReactions reactions={replay.reactions} />
      </div>
      <p className={css.word}>{postBlockedReason(event) ?? REPLAYING}</p>
    </>
  )
}

const REPLAYING = '書き込むときは［すべて表示］を押してください。'
