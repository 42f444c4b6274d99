import type { User } from '#contract/account/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { pageOfHolder } from '#pwa/lib/attendance-link.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { cardUrl, type SharedPage, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { issuedStateOf } from '../issued-state.ts'
import css from './TellFriends.module.css'

/** Shares an event as its ticket holder, until it has ended. */
export function TellOfEvent({ event }: { event: Event }) {
  const user = useUser()
  const { id, title, room, joined } = event
  if (!joined || !['coming', 'onAir'].includes(phaseOf(event))) return null
  return <TellFriends page={{ title, url: urlOf(paths.event(room.id, id)) }} holder={user} />
}

/** Shares an entry ticket's page as its holder, while the ticket admits; without their name. */
export function TellOfTicket({ issued }: { issued: IssuedTicket }) {
  const now = useNow()
  const { id, title, room } = issued.ticket
  if (issuedStateOf(issued, now) !== 'valid') return null
  return <TellFriends page={{ title, url: urlOf(paths.roomTicket(room.id, id)) }} holder={null} />
}

const urlOf = (path: string) => new URL(path, location.origin).href

interface TellFriendsProps {
  page: SharedPage
  /** Whose name the link may have; null: nobody's. */
  holder: User | null
}

/** By a link, or by a picture. */
function TellFriends({ page, holder }: TellFriendsProps) {
  const shared = pageOfHolder(page, holder)
  return (
    <div className={css.actions}>
      <Button variant="quiet" icon="share" onClick={() => void shareUrl(shared)}>
        友だちに知らせる
      </Button>
      <Button variant="quiet" icon="download" href={cardUrl(shared.url)} download>
        画像を保存
      </Button>
    </div>
  )
}
