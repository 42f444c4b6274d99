import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { monthly } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Subject } from '#pwa/ui/picture/Subject.tsx'
import { LoginSheet } from './LoginSheet.tsx'
import { joinPath } from './useJoinLink.ts'

// Includes the card fields: loaded only for a join.
const JoinSheet = lazyWithProgress(async () => (await import('./JoinSheet.tsx')).JoinSheet)

interface JoinPromptProps {
  room: Room
  onClose: () => void
}

/** Asks a visitor to log in, and shows everybody else the join form. */
export function JoinPrompt({ room, onClose }: JoinPromptProps) {
  const user = useUser()
  const { pathname } = useLocation()
  if (!user)
    return (
      <LoginSheet open onClose={onClose} what="ルームに参加する" path={joinPath(pathname)}>
        <Subject
          src={room.header_image_path}
          title={room.title}
          note={`参加費 ${monthly(room.amount)}`}
        />
      </LoginSheet>
    )
  return (
    <Suspense>
      <JoinSheet room={room} onClose={onClose} />
    </Suspense>
  )
}
