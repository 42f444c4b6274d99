import { Suspense } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { LoginSheet } from './LoginSheet.tsx'

// Includes the card fields: loaded only for a join.
const JoinSheet = lazyWithProgress(async () => (await import('./JoinSheet.tsx')).JoinSheet)

interface JoinPromptProps {
  room: Room
  onClose: () => void
}

/** Asks a visitor to log in, and shows everybody else the join form. */
export function JoinPrompt({ room, onClose }: JoinPromptProps) {
  const user = useUser()
  if (!user) return <LoginSheet open onClose={onClose} what="ルームに参加する" />
  return (
    <Suspense>
      <JoinSheet room={room} onClose={onClose} />
    </Suspense>
  )
}
