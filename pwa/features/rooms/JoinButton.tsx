import type { Room } from '#contract/rooms.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { JoinPrompt } from './JoinPrompt.tsx'
import { standingOf } from './standing.ts'
import { useJoinPrompt } from './useJoinPrompt.ts'

interface JoinButtonProps {
  room: Room
  /** Beside something else that is the page's first step. */
  aside?: boolean
}

/** My Room for the owner, a grey word for members, the way in for everybody else; nothing where nobody may join. */
export function JoinButton({ room, aside = false }: JoinButtonProps) {
  const session = useSessionState()
  const { open, ask, close } = useJoinPrompt()
  const look = aside ? ({ variant: 'secondary', size: 's' } as const) : {}
  switch (standingOf(room, session.at)) {
    case 'owner':
      return (
        <Button variant="secondary" {...look} to={paths.myRoom}>
          My Room
        </Button>
      )
    case 'member':
      return (
        <Button {...look} variant="plain" disabled icon="check">
          登録済み
        </Button>
      )
    case 'visitor':
    case 'stranger':
      return (
        <>
          <Button {...look} onClick={ask}>
            参加する
          </Button>
          {open && <JoinPrompt room={room} onClose={close} />}
        </>
      )
    case 'closed':
      return null
  }
}
