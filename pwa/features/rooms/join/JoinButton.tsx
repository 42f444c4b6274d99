import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { isJoinable, relationOf } from '../relation.ts'
import { JoinPrompt } from './JoinPrompt.tsx'
import { useJoinLink } from './useJoinLink.ts'

interface JoinButtonProps {
  room: Room
  /** A secondary button, beside a page's main action. */
  aside?: boolean
}

/** My Room for the owner, otherwise the join button; nothing for members, and if joining is not possible. */
export function JoinButton({ room, aside = false }: JoinButtonProps) {
  const session = useSessionState()
  const relation = relationOf(room, session.at)
  const { open, ask, close } = useJoinLink(isJoinable(relation))
  const look = aside ? ({ variant: 'secondary', size: 's' } as const) : {}
  switch (relation) {
    case 'owner':
      return (
        <Button variant="secondary" {...look} to={paths.myRoom}>
          My Room
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
    case 'member':
    case 'closed':
      return null
  }
}
